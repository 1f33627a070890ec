import { OPERATION_ID_HEADER } from '#contract/wire.ts';

interface Header {
  name: string;
  description: string;
  /** Whether every answer that lists it has it. */
  required: boolean;
  schema: object;
  example: string | number;
}

const answerHeaders = {
  OperationId: {
    name: OPERATION_ID_HEADER,
    description: 'Id of this request; the log of the service knows it, and an error repeats it.',
    required: true,
    schema: { type: 'string' },
    example: 'op_3E8yZQ0vJ5hXkT3mWcR7bLfSgAa',
  },
  ETag: {
    name: 'ETag',
    description: 'Tag of the module as it is now, for If-Match and If-None-Match.',
    required: true,
    schema: { type: 'string' },
    example: '"q3Zk8VbN1xYcT5mJwR7hLg"',
  },
  RetryAfter: {
    name: 'Retry-After',
    description: 'Seconds to wait before the next request.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 42,
  },
  RateLimitLimit: {
    name: 'RateLimit-Limit',
    description: 'Requests that the API key has in a minute; absent where there is no such limit.',
    required: false,
    schema: { type: 'integer', minimum: 1 },
    example: 120,
  },
  RateLimitRemaining: {
    name: 'RateLimit-Remaining',
    description: 'Requests that are left.',
    required: false,
    schema: { type: 'integer', minimum: 0 },
    example: 119,
  },
  RateLimitReset: {
    name: 'RateLimit-Reset',
    description: 'Seconds until at least one more is left than now.',
    required: false,
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
  WwwAuthenticate: {
    name: 'WWW-Authenticate',
    description: 'The scheme to sign in with.',
    required: true,
    schema: { type: 'string' },
    example: 'Bearer',
  },
  Allow: {
    name: 'Allow',
    description: 'The methods that the address has.',
    required: true,
    schema: { type: 'string' },
    example: 'POST, GET, HEAD',
  },
} satisfies Record<string, Header>;

export type AnswerHeader = keyof typeof answerHeaders;

/** Where an API key stands; on every answer that comes after the key has been checked. */
export const BUDGET = [
  'RateLimitLimit',
  'RateLimitRemaining',
  'RateLimitReset',
] as const satisfies AnswerHeader[];

export function headerComponents(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(answerHeaders).map(([id, { description, required, schema, example }]) => [
      id,
      { description, required, schema, example },
    ]),
  );
}

/** @returns the headers of an answer, by their names */
export function headerRefs(...ids: AnswerHeader[]): Record<string, object> {
  return Object.fromEntries(
    ids.map((id) => [answerHeaders[id].name, { $ref: `#/components/headers/${id}` }]),
  );
}
