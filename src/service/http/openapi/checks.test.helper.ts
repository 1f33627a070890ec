import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { VERSION, VERSION_HEADER } from '#contract/wire.ts';
import { openApiText } from '#service/http/openapi/openapi.ts';

export const PUBLIC_URL = 'https://gatehouse.example.com';

interface Reference {
  $ref: string;
}

interface Value {
  schema: { allOf?: { properties?: { error_code?: { enum: string[] } } }[] };
}

export interface MediaType extends Value {
  examples?: Record<string, Reference | { value: unknown }>;
}

interface Parameter extends Value {
  name: string;
  in: string;
  required?: boolean;
  example?: unknown;
}

export interface Header {
  required: boolean;
  example: unknown;
  schema: { type: string };
}

interface Response {
  description: string;
  headers: Record<string, Header | Reference>;
  content?: Record<string, MediaType>;
}

export interface Operation {
  operationId: string;
  summary: string;
  security: Record<string, string[]>[];
  parameters: (Parameter | Reference)[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, Response | Reference>;
}

/** As much of a document as tests look at. */
export interface OpenApi {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Record<string, unknown>>;
    headers: Record<string, Header>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Response>;
    examples: Record<string, object>;
    securitySchemes: Record<string, object>;
  };
}

export const parseDocument = (): OpenApi =>
  JSON.parse(
    openApiText({ publicUrl: PUBLIC_URL, versionHeader: VERSION_HEADER, version: VERSION }),
  );

export const operationsOf = ({ paths }: OpenApi): Operation[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods));

/**
 * Follows a reference inside the document.
 *
 * @throws {Error} there is nothing
 */
export function resolve<T extends object>(document: OpenApi, value: T): Exclude<T, Reference> {
  if (!isReference(value)) return value as Exclude<T, Reference>; // just looked
  let found: unknown = document;
  for (const name of value.$ref.replace('#/', '').split('/'))
    found = new Map(Object.entries(found ?? {})).get(name);
  if (found === undefined) throw new Error(`There is nothing at ${value.$ref}`);
  return found as Exclude<T, Reference>; // of the kind that the place asks for: the validator has looked
}

const isReference = (value: object): value is Reference => '$ref' in value;

/** @returns what is wrong with a value, by this schema; none when it fits */
export type Check = (schema: object, value: unknown) => string[];

/** @param closed refuses fields that the document does not name, although readers have to expect them */
export function createCheck(document: OpenApi, { closed = false } = {}): Check {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => {
    const isOpen = schema['properties'] !== undefined && !('additionalProperties' in schema);
    return [name, closed && isOpen ? { ...schema, additionalProperties: false } : schema];
  });
  const components = { schemas: Object.fromEntries(schemas) };
  return (schema, value) =>
    ajv.validate({ ...schema, components }, value) ? [] : [ajv.errorsText()];
}

/** Every value that stands as an example beside a schema, and what is wrong with those that do not fit. */
export function checkExamples(document: OpenApi, { schema, examples = {} }: MediaType) {
  const check = createCheck(document, { closed: true });
  const values = Object.values(examples).map((each) => resolve(document, each).value);
  return { values, problems: values.flatMap((value) => check(schema, value)) };
}

export interface Answer {
  status: number;
  headers: Headers;
  json: { error_code?: string } | undefined;
}

/** @returns checks a response against the document: what differs from what it says of the operation */
export function createAnswerCheck(document: OpenApi) {
  const check = createCheck(document, { closed: true });
  const byId = new Map(operationsOf(document).map((each) => [each.operationId, each]));

  return (operationId: string, { status, headers, json }: Answer): string[] => {
    const found = byId.get(operationId)?.responses[status];
    if (found === undefined) return [`${operationId} does not answer ${status}`];
    const response = resolve(document, found);
    const media = response.content?.['application/json'];
    return [
      ...check(media?.schema ?? { not: { type: 'object' } }, json ?? null),
      ...Object.entries(response.headers).flatMap(([name, header]) =>
        checkHeader(name, resolve(document, header), headers.get(name)),
      ),
    ].map((problem) => `${operationId} ${status} ${json?.error_code ?? ''}: ${problem}`);
  };

  function checkHeader(name: string, { required, schema }: Header, text: string | null) {
    if (text === null) return required ? [`${name} is missing`] : [];
    return check(schema, schema.type === 'integer' ? Number(text) : text);
  }
}
