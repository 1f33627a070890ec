import * as z from 'zod/mini';
import { none } from '#contract/endpoint.ts';
import {
  describedQuery,
  describedSchemas,
  type Described,
  type Schema,
} from '#service/http/openapi/schema-texts.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

const names = new Map(describedSchemas.map(({ schema, name }) => [schema, name]));
const toRef = (name: string) => `#/components/schemas/${name}`;

/** @throws {Error} the schema is not among those with texts */
export function refOf(schema: Schema): { $ref: string } {
  const name = names.get(schema);
  if (name === undefined) throw new Error('A schema of the contract has no name in the document');
  return { $ref: toRef(name) };
}

/** `io: 'input'`, for a field with a default need not be sent. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const { schema, name } of describedSchemas) registry.add(schema, { id: name });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: toRef });
  return Object.fromEntries(
    describedSchemas.map((entry) => {
      const { $schema: _, $id: __, ...json } = schemas[entry.name] ?? {};
      return [entry.name, withTexts(json, entry)];
    }),
  );
}

/** `io: 'output'`, for the schema of a parameter is about the value that its text stands for. */
export function queryParameters(schema: Schema): object[] {
  if (schema === none) return [];
  if (schema !== describedQuery.schema) throw new Error('A query of the contract has no texts');
  const json = z.toJSONSchema(schema, { io: 'output' });
  return Object.entries(properties(json, describedQuery)).map(([name, property]) => {
    const { description, ...rest } = property;
    const required = json.required?.includes(name) ?? false;
    return { name, in: 'query', required, description, schema: rest };
  });
}

function withTexts(json: JsonSchema, entry: Described): JsonSchema {
  // An object is open unless it says otherwise; zod says it of loose ones again.
  const { additionalProperties, ...rest } = json;
  return {
    ...entry.keywords,
    ...rest,
    ...(additionalProperties === false && { additionalProperties }),
    ...(json.properties && { properties: properties(json, entry) }),
  };
}

function properties(json: JsonSchema, { fields }: Described): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(json.properties ?? {}).map(([name, property]) => [
      name,
      { ...(typeof property === 'object' && property), ...fields[name] },
    ]),
  );
}
