import { ErrorBody } from '#contract/error-body.ts';
import { ERRORS, type ErrorCode } from '#service/domain/error-codes.ts';
import { OPERATION_ID_HEADER } from '#contract/wire.ts';
import type { RawAnswer } from '#service/test/hostile-connection.test.helper.ts';
import { featureHeaders, fixedHeaders } from '#service/http/headers.ts';
import { API_KEY } from '#service/test/running-service.test.helper.ts';

const ANSWER_BYTES_MAX = 8_192;

/** Everything that an answer of the service may carry; another one would have come out of a request. */
const HEADERS = new Set(
  [
    ...Object.keys({ ...fixedHeaders(), ...featureHeaders }),
    OPERATION_ID_HEADER,
    'Content-Type',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Date',
    'Keep-Alive',
    'ETag',
    'Allow',
    'WWW-Authenticate',
    'Retry-After',
    'Vary',
    'Last-Modified',
    'Content-Encoding',
  ].map((name) => name.toLowerCase()),
);

/** Status, code and problems of an answer to a POST to the API; `none` is a connection that has ended. */
export function outcomeOf(answer: RawAnswer | undefined): string {
  if (answer === undefined) return 'none';
  const code = /"error_code":"(\w+)"/.exec(answer.body.toString())?.[1];
  return [answer.status, code, ...problemsOf('POST', '/api', answer)].join(' ').trim();
}

/** @returns what is wrong with an answer to a request of this method and target; none when nothing is */
export function problemsOf(method: string, target: string, answer: RawAnswer): string[] {
  const { status, headers, body } = answer;
  const text = body.toString();
  const [path = ''] = target.split('?', 1);
  const isApi = path === '/api' || path.startsWith('/api/');
  const isJson = headers.get('content-type')?.[0] === 'application/json';
  // What Node could not read as HTTP may have been a HEAD; its answer has a body nevertheless.
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;

  return [
    ...when(status >= 500, `status ${status}`),
    ...when(status >= 300 && status < 400 && status !== 304, `status ${status}`),
    ...[...headers].flatMap(([name, values]) => [
      ...when(!HEADERS.has(name), `header ${name}`),
      ...when(values.length > 1, `header ${name} ${values.length} times`),
      ...when(values.join('').length > 2_000, `header ${name} is long`),
    ]),
    ...when(text.includes(API_KEY), 'the API key is in the answer'),
    ...when(/\n\s+at |node_modules|\.ts:\d|Error:|SQLITE|postgres/i.test(text), 'internals'),
    ...when(status >= 400 && answer.bytes > ANSWER_BYTES_MAX, `${answer.bytes} bytes`),
    ...(isApi && status !== 304 ? missingHeaders(headers) : []),
    ...(hasBody && (isJson || (isApi && status >= 400)) ? jsonProblems(answer, text) : []),
  ];
}

function jsonProblems({ status, headers }: RawAnswer, text: string): string[] {
  if (headers.get('content-type')?.[0] !== 'application/json') return ['not JSON'];
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return [`no JSON: ${text.slice(0, 200)}`];
  }
  // As text it is well-formed always: `JSON.stringify` has escaped what other readers of JSON refuse.
  const wellFormed = when(/\\ud[89a-f]/.test(text), 'a lone surrogate');
  return status < 400 ? wellFormed : [...wellFormed, ...formProblems(status, headers, json)];
}

function formProblems(status: number, headers: RawAnswer['headers'], json: unknown): string[] {
  const parsed = ErrorBody.safeParse(json);
  if (!parsed.success) return ['not our error form'];
  const { error_code, status_code, details } = parsed.data;
  const documented = ERRORS[error_code as ErrorCode]?.status; // looked up, so it may be missing
  return [
    ...when(documented !== status, `${status} ${error_code} is not documented`),
    ...when(status_code !== status, `status_code ${status_code}`),
    ...when(Object.keys(details).length > 25, 'many details'),
    ...when(details.operation_id !== headers.get('operation-id')?.[0], 'another operation id'),
    ...when(!/^op_[0-9A-Za-z]{27}$/.test(details.operation_id), 'an operation id of another form'),
  ];
}

const missingHeaders = (headers: RawAnswer['headers']) =>
  Object.entries(fixedHeaders()).flatMap(([name, value]) =>
    when(headers.get(name.toLowerCase())?.[0] !== value, `header ${name} is missing`),
  );

const when = (applies: boolean, problem: string) => (applies ? [problem] : []);
