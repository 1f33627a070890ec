import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { VERSION, VERSION_HEADER } from '#contract/wire.ts';
import { openApiText } from '#service/http/openapi/openapi.ts';

interface MediaType {
  schema: { $ref?: string; allOf?: { properties?: { error_code?: { enum: string[] } } }[] };
}

export interface Operation {
  operationId: string;
  security: Record<string, string[]>[];
  parameters: { name: string }[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, { content?: Record<string, MediaType> }>;
}

/** As much of a document as tests look at. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: object }> };
}

export const parseDocument = (): OpenApi =>
  JSON.parse(
    openApiText({ publicUrl: 'https://a.test', versionHeader: VERSION_HEADER, version: VERSION }),
  );

export const operationsOf = ({ paths }: OpenApi): Operation[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods));

/**
 * Refuses fields that the document does not name, although readers have to expect them.
 *
 * @returns what is wrong with a value, by this schema; none when it fits
 */
export function createCheck({ components }: OpenApi) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const schemas = Object.entries(components.schemas).map(([name, schema]) => {
    const hasNames = schema.properties !== undefined;
    return [name, hasNames ? { ...schema, additionalProperties: false } : schema];
  });
  const closed = { schemas: Object.fromEntries(schemas) };
  const compiled = new Map<string, ValidateFunction>();
  return (schema: object, value: unknown): string[] => {
    const key = JSON.stringify(schema);
    const validate = compiled.get(key) ?? ajv.compile({ ...schema, components: closed });
    compiled.set(key, validate);
    return validate(value) ? [] : [ajv.errorsText(validate.errors)];
  };
}

interface Received {
  status: number;
  headers: Headers;
  json: { error_code?: string } | undefined;
}

/** Status and code, as far as there is one. */
export const outcome = ({ status, json }: Pick<Received, 'status' | 'json'>) =>
  [status, json?.error_code].join(' ').trim();

/**
 * @returns checks a response to a request such as `GET /bot_users` against what the document says of its operation;
 *   where it has none, against the form of an error
 */
export function createResponseCheck(document: OpenApi) {
  const check = createCheck(document);

  return (request: string, received: Received): string[] => {
    const { status, headers, json } = received;
    const operation = operationOf(document, request);
    if (operation === undefined)
      return json === undefined ? [] : check({ $ref: '#/components/schemas/Error' }, json);
    const response = operation.responses[status >= 400 ? 'default' : status];
    if (response === undefined) return [`${request} has no response ${status}`];
    const media = response.content?.['application/json'];
    return [
      ...check(media?.schema ?? { not: { type: 'object' } }, json ?? null),
      ...requiredHeaders(status).flatMap((name) => (headers.has(name) ? [] : [`no ${name}`])),
    ].map((problem) => `${request} ${outcome(received)}: ${problem}`);
  };
}

const requiredHeaders = (status: number) => [
  'Operation-Id',
  ...(status === 401 ? ['WWW-Authenticate'] : []),
  ...(status === 429 || status === 503 ? ['Retry-After'] : []),
];

function operationOf({ paths }: OpenApi, request: string): Operation | undefined {
  const [method = '', path = ''] = request.split(/[ ?]/);
  const found = Object.entries(paths).find(([template]) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return found?.[1][method.toLowerCase()];
}
