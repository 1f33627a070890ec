import { curlOfParts, titled } from '#client/curl.ts';
import {
  BODY_MAX,
  redactedRequest,
  redactedResponse,
  type LoggedResponse,
  type RequestLogEntry,
} from '#client/request-log.ts';
import type { RequestParts } from '#client/request.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { apiBase } from '#web/api/config.ts';
import { sentencesOf, wordsOf } from '#web/api/failure-text.ts';
import { prettyJson } from '#web/features/activity/pretty-json.ts';
import { toSafeLine } from '#web/ui/safe-line.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';

/** What stands in place of the key; the header itself is never kept. */
const KEY_HEADER: [string, string] = ['Authorization', 'Bearer ••••'];

/** The service's id of a request, by which its operator finds it; where there is none, ours. */
export function idOf({ number, end }: RequestLogEntry): string {
  const failure = end?.failure;
  const refusalId = failure && 'operationId' in failure ? failure.operationId : undefined;
  const id = refusalId ?? end?.response?.operationId;
  return id === undefined ? `#${number}` : toSafeLine(id);
}

/** Why it failed, in sentences; `undefined` when it did not. */
export function failureReason(
  { method, end }: RequestLogEntry,
  { service_host: host }: RuntimeConfig,
): string | undefined {
  const failure = end?.failure;
  if (failure === undefined || failure.kind === 'cancelled') return undefined;
  // Whether the device is offline now says nothing about then.
  if (failure.kind === 'network' && failure.status === undefined)
    return `No answer from ${host}. We do not know if the request arrived.`;
  const reason = sentencesOf(failure, method === 'GET' ? 'read' : 'change');
  return [...reason, ...wordsOf(failure)].join(' ');
}

/** The shell command that sends it again. */
export const curlOfEntry = (entry: RequestLogEntry, config: RuntimeConfig) =>
  curlOfParts(redactedRequest(entry), entry.base === apiBase(config) ? undefined : entry.base);

/** As they were sent, but for the key. */
export const requestHeaders = ({ headers }: RequestParts): Array<[string, string]> => [
  KEY_HEADER,
  ...Object.entries(headers).map(titled),
];

export const responseHeaders = ({ headers }: LoggedResponse): Array<[string, string]> =>
  Object.entries(headers).map(titled);

/** One header a line. */
export const headerLines = (headers: Array<[string, string]>): string =>
  headers.map(([name, value]) => visibleText(`${name}: ${value}`)).join('\n');

/** `84 ms`, `1.2 s` */
export const durationText = (ms: number): string =>
  ms < 999.5 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

/** Of a text; a character is counted as a byte. */
export function sizeText(characters: number): string {
  if (characters < 1024) return `${characters} B`;
  if (characters < 1024 * 1024) return `${Math.round(characters / 1024)} kB`;
  return `${(characters / 1024 / 1024).toFixed(1)} MB`;
}

/** `The first 10 kB of 1.2 MB`; `undefined` when the whole body is kept. */
export const cutText = ({ bodyLength }: LoggedResponse): string | undefined =>
  bodyLength > BODY_MAX ? `The first ${sizeText(BODY_MAX)} of ${sizeText(bodyLength)}` : undefined;

/** A body as people read it, line by line; what cannot be seen is written out. */
export const shownBody = (body: string): string =>
  (prettyJson(body) ?? body)
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => visibleText(line.replaceAll('\t', '  ')))
    .join('\n');

/** As a file, the oldest first and without the key. */
export const toJson = (entries: readonly RequestLogEntry[]): string =>
  escaped(JSON.stringify(entries.toReversed().map(exported), null, 2));

function exported(entry: RequestLogEntry) {
  const { startedAt, redact: _, end, ...parts } = entry;
  return {
    startedAt: new Date(startedAt).toISOString(),
    ...parts,
    ...redactedRequest(entry),
    ...(end && { end: { ...end, response: redactedResponse(entry) } }),
  };
}

/** Texts of the service stay as they came, but in this file they are only signs that can be seen. */
const escaped = (json: string) =>
  json.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
