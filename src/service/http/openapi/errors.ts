import { STATUS_CODES } from 'node:http';
import { ErrorBody } from '#contract/error-body.ts';
import { errorTexts, type ErrorCode } from '#service/http/openapi/error-texts.ts';
import { BUDGET, headerRefs, type AnswerHeader } from '#service/http/openapi/headers.ts';
import { refOf } from '#service/http/openapi/schemas.ts';

const ALL = Object.keys(errorTexts) as ErrorCode[]; // the table has no other keys
const EXAMPLE_OPERATION_ID = 'op_3E8yZQ0vJ5hXkT3mWcR7bLfSgAa';

/** One example per code, with the version header as this service has it. */
export function errorExamples(versionHeader: string, version: string): Record<string, object> {
  return Object.fromEntries(
    ALL.map((code) => {
      const { status, when: summary, msg: text, fields } = errorTexts[code];
      const msg = text.replace('{header}', () => versionHeader).replace('{version}', version);
      const details = { ...fields, operation_id: EXAMPLE_OPERATION_ID };
      const value: ErrorBody = { error_code: code, status_code: status, msg, details };
      return [code, { summary, value }];
    }),
  );
}

/** The answers of a status that are the same at every operation, and those that no operation gives. */
export function sharedErrorResponses(): Record<string, object> {
  const statuses = statusesOf(ALL).filter((status) => status !== 400 && status !== 404);
  return {
    ...Object.fromEntries(
      statuses.map((status) => [nameOf(status), toResponse(status, codesOf(status))]),
    ),
    EndpointNotFound: toResponse(404, ['ENDPOINT_NOT_FOUND']),
  };
}

/** @returns by status; what has all codes of its status is a reference */
export function errorResponses(codes: ErrorCode[]): Record<string, object> {
  return Object.fromEntries(
    statusesOf(codes).map((status) => {
      const given = codesOf(status, codes);
      const isShared = given.length === codesOf(status).length;
      return [
        status,
        isShared ? { $ref: `#/components/responses/${nameOf(status)}` } : toResponse(status, given),
      ];
    }),
  );
}

function toResponse(status: number, codes: ErrorCode[]) {
  const lines = codes.map((code) => `\`${code}\`: ${errorTexts[code].when}.`);
  return {
    description: lines.length === 1 ? lines.join('') : lines.map((line) => `- ${line}`).join('\n'),
    headers: headerRefs(...headersOf(status)),
    content: {
      'application/json': {
        schema: {
          allOf: [
            refOf(ErrorBody),
            { properties: { error_code: { enum: codes }, status_code: { const: status } } },
          ],
        },
        examples: Object.fromEntries(
          codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  };
}

/** Given before the key has been checked. */
const EARLY = [401, 408, 421, 431];

function headersOf(status: number): AnswerHeader[] {
  return [
    'OperationId',
    ...when(status === 401, 'WwwAuthenticate'),
    ...when(status === 405, 'Allow'),
    ...when(status === 429 || status === 503, 'RetryAfter'),
    ...when(!EARLY.includes(status), ...BUDGET),
  ];
}

const when = (applies: boolean, ...headers: AnswerHeader[]) => (applies ? headers : []);
const statusesOf = (codes: ErrorCode[]) => [
  ...new Set(codes.map((code) => errorTexts[code].status)),
];
const codesOf = (status: number, codes = ALL) =>
  codes.filter((code) => errorTexts[code].status === status);

/** `415` → `UnsupportedMediaType`. */
const nameOf = (status: number) => (STATUS_CODES[status] ?? '').replaceAll(/\W/g, '');
