import type * as z from 'zod/mini';
import { none, type AnswerOf, type Endpoint, type HandlerInput } from '#contract/endpoint.ts';
import { errorResponses } from '#service/http/openapi/errors.ts';
import type { ErrorCode } from '#service/http/openapi/error-texts.ts';
import { BUDGET, headerRefs } from '#service/http/openapi/headers.ts';
import { queryParameters, refOf } from '#service/http/openapi/schemas.ts';

type Examples<T> = Record<string, { summary: string; value: T }>;

interface Parameter {
  description: string;
  example: string;
}

interface HeaderParameter extends Parameter {
  name: string;
  in: 'header';
  schema: object;
}

/** What the endpoint itself does not say. */
interface OperationText<E extends Endpoint> {
  operationId: string;
  tag: string;
  summary: string;
  description: string;
  params: { [Name in keyof HandlerInput<E>['params']]: Parameter };
  bodies?: Examples<z.input<E['body']>>;
  answer: string;
  answers?: Examples<AnswerOf<E>>;
  /** Those of its own; the ones that follow from its method, address and body are added. */
  errors: ErrorCode[];
  /** Request headers that make it conditional. */
  conditional?: HeaderParameter[];
}

/** An endpoint and its texts, for a table of many. */
export interface Documented {
  endpoint: Endpoint;
  text: Omit<OperationText<Endpoint>, 'params'> & { params: Record<string, Parameter> };
}

export function documented<E extends Endpoint>(endpoint: E, text: OperationText<E>): Documented {
  return { endpoint, text };
}

const JSON_TYPE = 'application/json';

export function toOperation({ endpoint, text }: Documented): object {
  const { operationId, tag, summary, description, conditional = [] } = text;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: [{ apiKey: [] }],
    parameters: [
      { $ref: '#/components/parameters/Version' },
      ...pathParameters(endpoint.path, text.params),
      ...queryParameters(endpoint.query),
      ...conditional,
    ],
    ...(endpoint.body !== none && {
      requestBody: {
        required: true,
        content: { [JSON_TYPE]: { schema: refOf(endpoint.body), examples: text.bodies } },
      },
    }),
    responses: {
      [endpoint.status]: success(endpoint, text),
      ...(endpoint.method === 'GET' && endpoint.tagged && { 304: notModified() }),
      ...errorResponses(errorsOf(endpoint, text.errors)),
    },
  };
}

/** Names inside `{}` of the path, in their order. */
function pathParameters(path: string, texts: Record<string, Parameter>) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
    ...texts[name],
  }));
}

function success({ result, answer = result, tagged }: Endpoint, text: Documented['text']) {
  return {
    description: text.answer,
    headers: headerRefs('OperationId', ...(tagged ? (['ETag'] as const) : []), ...BUDGET),
    ...(answer !== none && {
      content: { [JSON_TYPE]: { schema: refOf(answer), examples: text.answers } },
    }),
  };
}

const notModified = () => ({
  description: 'It still has the tag of If-None-Match.',
  headers: headerRefs('OperationId', 'ETag', ...BUDGET),
});

/** Every refusal that the operation can give, in the order in which the service looks at a request. */
function errorsOf({ method, path, body }: Endpoint, own: ErrorCode[]): ErrorCode[] {
  return [
    'MALFORMED_REQUEST',
    'HEADERS_TOO_LARGE',
    'REQUEST_TOO_SLOW',
    'HOST_MISSING',
    'MISDIRECTED_REQUEST',
    'NOT_AUTHENTICATED',
    'TOO_MANY_WRONG_KEYS',
    'RATE_LIMITED',
    'VERSION_MISSING',
    'VERSION_UNSUPPORTED',
    ...when(path.includes('{'), 'INVALID_PATH'),
    ...when(method !== 'GET', 'KEY_READ_ONLY'),
    'INVALID_QUERY',
    ...(body === none ? NO_BODY : BODY),
    ...own,
    'STORAGE_UNAVAILABLE',
    'INTERNAL_ERROR',
  ];
}

const when = (applies: boolean, code: ErrorCode) => (applies ? [code] : []);
const NO_BODY: ErrorCode[] = ['BODY_NOT_EXPECTED'];
const BODY: ErrorCode[] = [
  'UNSUPPORTED_CONTENT_TYPE',
  'BODY_TOO_LARGE',
  'INVALID_JSON',
  'INVALID_BODY',
];
