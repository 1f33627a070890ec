import { OPERATION_ID_HEADER } from '#contract/wire.ts';
import { type ErrorCode, ERRORS } from '#service/domain/errors.ts';
import { documentHeaders, fixedHeaders } from '#service/http/headers.ts';
import {
  createCheck,
  createResponseCheck,
  parseDocument,
} from '#service/http/openapi/checks.test.helper.ts';
import type { RawAnswer, RawConnection } from '#service/test/hostile-connection.test.helper.ts';
import { API_KEY } from '#service/test/running-service.test.helper.ts';

const ERROR_BYTES_MAX = 8_192;

/** Everything that an answer of the service may carry; another one would have come out of a request. */
const HEADERS = new Set(
  [
    ...Object.keys({ ...fixedHeaders(''), ...documentHeaders, [OPERATION_ID_HEADER]: '' }),
    ...'Content-Type Content-Length Transfer-Encoding Connection Date Keep-Alive'.split(' '),
    ...'ETag Allow WWW-Authenticate Retry-After Vary Last-Modified Content-Encoding'.split(' '),
  ].map((name) => name.toLowerCase()),
);

const check = createCheck(parseDocument());
const checkResponse = createResponseCheck(parseDocument());

/** Status, code and problems of the next answers, to POSTs to the API; `none` is a connection that has ended. */
export async function outcomesOf(connection: RawConnection, count: number): Promise<string[]> {
  const outcomes: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const answer = await connection.next('POST');
    const code = /"error_code":"(\w+)"/.exec(answer?.body.toString() ?? '')?.[1];
    const problems = answer ? problemsOf('POST', '/api', answer) : [];
    outcomes.push([answer?.status ?? 'none', code, ...problems].join(' ').trim());
  }
  return outcomes;
}

/** @returns what is wrong with an answer to a request of this method and target; none when nothing is */
export function problemsOf(method: string, target: string, answer: RawAnswer): string[] {
  const { status, headers, body } = answer;
  const text = body.toString();
  const [path = ''] = target.split(/[?#]/, 1);
  const isApi = path === '/api' || path.startsWith('/api/');
  const isJson = headers.get('content-type')?.[0] === 'application/json';
  // What Node could not read as HTTP may have been a HEAD; its answer has a body nevertheless.
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;

  return [
    ...when(status >= 500 || (status >= 300 && status < 400 && status !== 304), `status ${status}`),
    ...[...headers].flatMap(([name, values]) => [
      ...when(!HEADERS.has(name), `header ${name}`),
      ...when(values.length > 1, `header ${name} ${values.length} times`),
    ]),
    ...when(text.includes(API_KEY), 'the API key is in the answer'),
    ...when(/\n\s+at |node_modules|\.ts:\d|Error:|SQLITE|postgres/i.test(text), 'internals'),
    // As text it is well-formed always: `JSON.stringify` has escaped what other readers of JSON refuse.
    // Behind an even number of backslashes: after one more, these are letters.
    ...when(isJson && /(?<!\\)(\\\\)*\\ud[89a-f]/.test(text), 'a lone surrogate'),
    ...when(isApi && hasBody && status >= 400 && !isJson, 'not our error form'),
    ...(isJson && hasBody && status >= 400 ? errorProblems(answer) : []),
    ...(path.startsWith('/api/') ? documentProblems(`${method} ${path.slice(4)}`, answer) : []),
  ];
}

function errorProblems({ status, headers, body }: RawAnswer): string[] {
  const json = JSON.parse(body.toString());
  const { error_code, status_code, details } = json;
  const size = JSON.stringify([...headers]).length + body.length;
  return [
    ...check({ $ref: '#/components/schemas/Error' }, json),
    ...when(ERRORS[error_code as ErrorCode]?.status !== status, `${status} ${error_code}`),
    ...when(status_code !== status, `status_code ${status_code}`),
    ...when(size > ERROR_BYTES_MAX, `${size} bytes`),
    ...when(details.operation_id !== headers.get('operation-id')?.[0], 'another operation id'),
  ];
}

function documentProblems(request: string, { status, headers, body }: RawAnswer): string[] {
  if (request.startsWith('HEAD ')) return [];
  const lines = [...headers].map(([name, [value = '']]): [string, string] => [name, value]);
  const json = body.length === 0 ? undefined : JSON.parse(body.toString());
  return checkResponse(request, { status, headers: new Headers(lines), json });
}

const when = (applies: boolean, problem: string) => (applies ? [problem] : []);
