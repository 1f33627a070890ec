import {
  type ApiFailure,
  failureOf,
  isKeyRefused,
  type RefusalCause,
  refusalCause,
} from '#client/errors.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';

/**
 * What was tried. After a failed read nothing has changed on the service, which is worth saying; after an `unsure`
 * change nobody should just try again, and what stands around the reason says what to do.
 */
type Tried = 'read' | 'change' | 'unsure';

/**
 * Why something did not work, in whole sentences: ours first, the service's own words after them.
 *
 * @param error what a call threw
 */
export function reasonOf(error: unknown, tried: Tried = 'change'): string {
  const failure = failureOf(error);
  if (failure === undefined)
    return error instanceof Error ? `${error.message}.` : 'Unknown trouble.';
  return sentences(failure, tried).join(' ');
}

/**
 * The same of a change. Where the dialog asks for another key, what to do after that stands behind the reason.
 *
 * @param next for example `save once more`
 */
export function changeReasonOf(error: unknown, next: string): string {
  const reason = reasonOf(error);
  return isKeyRefused(failureOf(error)) ? `${reason} Sign in again, then ${next}.` : reason;
}

/** What the status alone does not tell; the sign-in page has more to say about most of them. */
const CAUSES: Partial<Record<RefusalCause, string>> = {
  'wrong-key': 'The key was not accepted.',
  authtoken: 'The key is an authtoken, not an API key.',
  'key-id': 'The key is only the id of an API key.',
  'account-without-api': 'This account may not use the API.',
  'account-suspended': 'This account is suspended.',
  'account-unpaid': 'This account has unpaid bills.',
  'owner-inactive': 'The owner of this key is inactive.',
  'no-right': 'This key may not do that.',
  address: 'This key may not be used from your network address.',
  version: 'It did not accept the version of the API that this page asks for.',
};

function causeSentence(failure: ApiFailure): string[] {
  const cause = refusalCause(failure);
  const sentence = cause && CAUSES[cause];
  return sentence === undefined ? [] : [sentence];
}

function sentences(failure: ApiFailure, tried: Tried): string[] {
  const again = (sentence: string) => (tried === 'unsure' ? [] : [sentence]);
  switch (failure.kind) {
    case 'network':
      if (failure.status !== undefined)
        return [
          `The service answered ${failure.status}, but the answer broke off.`,
          ...again('Try again.'),
        ];
      if (!navigator.onLine) return ['You are offline.'];
      return [
        `No answer from ${runtimeConfig().service_host}.`,
        ...again('Check your connection, then try again.'),
      ];
    case 'offline':
      return ['Not sent: you are offline.'];
    case 'paused':
      return [`Not sent: the service asks to wait ${waitText(failure.retryAfterMs)}.`];
    case 'timeout':
      return [
        `No answer within ${Math.round(failure.afterMs / 1000)} seconds.`,
        ...again('Try again.'),
      ];
    case 'shape':
      return [
        failure.status === undefined
          ? 'The service answered in a way this app does not know.'
          : `The service answered ${failure.status} in a way this app does not know.`,
        ...failure.issues.slice(0, 3).map((issue) => `${visibleText(issue)}.`),
        ...requestId(failure.operationId),
      ];
    case 'status':
      return [
        `The service answered ${failure.status}.`,
        ...causeSentence(failure),
        ...(failure.isWebPage ? ['The answer is a web page.'] : []),
        ...(failure.status >= 500 && tried === 'read' ? ['Your data is not affected.'] : []),
        ...(failure.retryAfterMs
          ? [`The service asks to wait ${waitText(failure.retryAfterMs)}.`]
          : []),
        ...(failure.text ? [`It says: “${visibleText(failure.text)}”`] : []),
        ...(failure.code ? [`Code ${visibleText(failure.code)}.`] : []),
        ...requestId(failure.operationId),
      ];
  }
}

/** Up to two minutes in seconds, for a countdown and its first number are then alike. */
export function waitText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds <= 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

const requestId = (id: string | undefined) =>
  id === undefined ? [] : [`Request id ${visibleText(id)}.`];

/** For a report to whoever runs the service; never holds the key. */
export function detailsOf(error: unknown): string {
  const failure = failureOf(error);
  return [
    `time: ${new Date().toISOString()}`,
    `service: ${runtimeConfig().service_host}`,
    `error: ${error instanceof Error ? error.message : String(error)}`,
    ...(failure ? [`failure: ${visibleText(JSON.stringify(failure))}`] : []),
  ].join('\n');
}
