import { curlOfParts, titled } from '#client/curl.ts';
import { redacted, type RequestLogEntry } from '#client/request-log.ts';
import { operationIdIn } from '#client/response.ts';
import { apiBase } from '#web/api/config.ts';
import { sentencesOf, serviceWordsOf } from '#web/api/failure-text.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';
import { toSafeLine } from '#web/ui/safe-line.ts';

type Tone = 'done' | 'failed' | 'running' | 'cancelled';

const FAILURE_WORDS: Partial<Record<string, string>> = {
  network: 'No answer',
  timeout: 'No answer in time',
  shape: 'Unreadable answer',
};

/** What came of a request, in a few words: `429`, `No answer`. */
export function outcomeOf({ end }: RequestLogEntry): { text: string; tone: Tone } {
  if (end === undefined) return { text: 'Under way', tone: 'running' };
  const { response, failure } = end;
  if (failure?.kind === 'cancelled') return { text: 'Cancelled', tone: 'cancelled' };
  const status = failure?.kind === 'status' ? failure.status : response?.status;
  const words = failure && FAILURE_WORDS[failure.kind];
  return { text: words ?? String(status ?? ''), tone: failure ? 'failed' : 'done' };
}

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
  return [...reason, ...serviceWordsOf(failure)].join(' ');
}

/** The shell command that sends it again. */
export const curlOfEntry = (entry: RequestLogEntry) =>
  curlOfParts(redacted(entry), entry.base === apiBase() ? undefined : entry.base);

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
  indented(body).split(/\r?\n/).map(visibleText).join('\n');

/** JSON over several lines; large numbers may be rounded. What is copied is the body as it came. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** As a file, the oldest first and without the key. */
export const toJson = (entries: readonly RequestLogEntry[]): string =>
  JSON.stringify(
    entries.toReversed().map((entry) => {
      // JSON leaves out `redact`, a function.
      const { number: _, template: __, startedAt, ...shown } = redacted(entry);
      return { ...shown, started_at: new Date(startedAt).toISOString() };
    }),
    null,
    2,
  );
