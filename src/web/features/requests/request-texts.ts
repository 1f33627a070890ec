import { curlOfParts, titled } from '#client/curl.ts';
import { redacted, type RequestLogEntry } from '#client/request-log.ts';
import { operationIdIn } from '#client/response.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { apiBase } from '#web/api/config.ts';
import { sentencesOf, wordsOf } from '#web/api/failure-text.ts';
import { prettyJson } from '#web/features/requests/pretty-json.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';
import { toSafeLine } from '#web/ui/safe-line.ts';

export type Tone = 'done' | 'failed' | 'running' | 'cancelled';

/** HTTP/2 has no reason phrases: the words of RFC 9110, as far as services of this kind use them. */
const STATUS_WORDS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  204: 'No content',
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  412: 'Precondition failed',
  413: 'Content too large',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
  429: 'Too many requests',
  500: 'Internal server error',
  502: 'Bad gateway',
  503: 'Service unavailable',
  504: 'Gateway timeout',
};

const FAILURE_WORDS: Partial<Record<string, string>> = {
  network: 'No answer',
  timeout: 'No answer in time',
  shape: 'Unreadable answer',
};

/** What came of a request, in a few words: `429 Too many requests`, `No answer`. */
export function outcomeOf({ end }: RequestLogEntry): { text: string; tone: Tone } {
  if (end === undefined) return { text: 'Under way', tone: 'running' };
  const { response, failure } = end;
  if (failure?.kind === 'cancelled') return { text: 'Cancelled', tone: 'cancelled' };
  const status = failure?.kind === 'status' ? failure.status : (response?.status ?? 0);
  const words = failure && FAILURE_WORDS[failure.kind];
  const text = words ?? `${status} ${STATUS_WORDS[status] ?? ''}`.trim();
  return { text, tone: failure ? 'failed' : 'done' };
}

export const isFailed = (entry: RequestLogEntry) => outcomeOf(entry).tone === 'failed';

/** The service's id of a request, by which its operator finds it; where there is none, ours. */
export function idOf({ number, redact, end }: RequestLogEntry): string {
  const failure = end?.failure;
  const id =
    (failure && 'operationId' in failure ? failure.operationId : undefined) ??
    operationIdIn(end?.response?.headers ?? {});
  return id === undefined ? `#${number}` : toSafeLine(redact(id));
}

/** Why it failed, in sentences. */
export function reasonFor({ method, end }: RequestLogEntry): string | undefined {
  const failure = end?.failure;
  if (failure === undefined || failure.kind === 'cancelled') return undefined;
  const reason = sentencesOf(failure, method === 'GET' ? 'read' : 'change');
  return [...reason, ...wordsOf(failure)].join(' ');
}

/** The shell command that sends it again. */
export const curlOfEntry = (entry: RequestLogEntry, config: RuntimeConfig) =>
  curlOfParts(redacted(entry), entry.base === apiBase(config) ? undefined : entry.base);

/** One header a line; what cannot be seen is written out. */
export const headerLines = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map((header) => visibleText(titled(header).join(': ')))
    .join('\n');

/** `84 ms`, `1.2 s` */
export const durationText = (ms: number): string =>
  ms < 999.5 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

/** A body as people read it, line by line; what cannot be seen is written out. */
export const shownBody = (body: string): string =>
  (prettyJson(body) ?? body).split(/\r?\n/).map(visibleText).join('\n');

/** As a file, the oldest first and without the key. */
export const toJson = (entries: readonly RequestLogEntry[]): string =>
  escaped(
    JSON.stringify(
      entries.toReversed().map((entry) => {
        const {
          redact: _,
          number: _number,
          template: _template,
          startedAt,
          ...shown
        } = redacted(entry);
        return { ...shown, started_at: new Date(startedAt).toISOString() };
      }),
      null,
      2,
    ),
  );

/** Texts of the service stay as they came, but in this file every character of them can be seen. */
const escaped = (json: string) =>
  json.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
