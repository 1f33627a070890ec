import type { ApiFailure } from '#client/errors.ts';
import type { RequestLogEntry } from '#client/request-log.ts';

/** `refused`: the service responded, and the response is no. */
export type Tone = 'done' | 'refused' | 'failed' | 'under-way' | 'cancelled';

/** HTTP/2 has no reason phrases: the words of RFC 9110, as far as services of this kind use them. */
const WORDS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
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
const WORDS_OF_HUNDREDS: Record<number, string> = {
  2: 'Success',
  3: 'Redirect',
  4: 'Refused',
  5: 'Service error',
};

/** What came of a request, in a few words: `429 Too many requests`, `No answer`. */
export function outcomeOf({ end }: RequestLogEntry): { text: string; tone: Tone } {
  if (end === undefined) return { text: 'Under way', tone: 'under-way' };
  const { response, failure } = end;
  if (failure === undefined) return { text: withWord(response?.status ?? 0), tone: 'done' };
  if (failure.kind === 'cancelled') return { text: 'Cancelled', tone: 'cancelled' };
  const isRefused = failure.kind === 'status' && failure.status < 500;
  const status = failure.kind === 'status' ? failure.status : (response?.status ?? 0);
  return {
    text: wordOf(failure) ?? withWord(status),
    tone: isRefused ? 'refused' : 'failed',
  };
}

/** What happened where no word of HTTP says it. */
function wordOf(failure: ApiFailure): string | undefined {
  switch (failure.kind) {
    case 'network':
      return failure.status === undefined ? 'No answer' : `${failure.status} Broke off`;
    case 'timeout':
      return 'Timed out';
    case 'shape': {
      const { status } = failure;
      if (status === undefined) return 'Redirect';
      return status >= 300 && status < 400 ? undefined : `${status} Not readable`;
    }
    case 'status':
      return undefined;
    default:
      return 'Not sent';
  }
}

function withWord(status: number): string {
  const word = WORDS[status] ?? WORDS_OF_HUNDREDS[Math.floor(status / 100)];
  return word === undefined ? String(status) : `${status} ${word}`;
}

/** Whether it went wrong; one that nobody waits for any more did not. */
export function isFailed({ end }: RequestLogEntry): boolean {
  return end?.failure !== undefined && end.failure.kind !== 'cancelled';
}
