import { ApiError, failureOf, isKeyRefused, refusalCause } from '#client/errors.ts';
import type { ApiFailure } from '#client/errors.ts';
import { CAUSE_TEXTS } from '#web/api/cause-texts.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { shorten } from '#web/lib/format.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';

/**
 * What was tried. After a failed read nothing has changed on the service, which is worth saying; after an `unsure`
 * change nobody should just try again, and the text around the reason says what to do.
 */
export type Tried = 'read' | 'change' | 'unsure';

/**
 * Why something did not work, in whole sentences of our own: codes, ids and the service's words are in `detailsOf`.
 *
 * @param error what a call threw
 */
export function reasonOf(error: unknown, tried: Tried = 'change'): string {
  const failure = failureOf(error);
  return failure ? sentencesOf(failure, tried).join(' ') : defectText(error);
}

export function sentencesOf(failure: ApiFailure, tried: Tried): string[] {
  const again = (sentence: string) => (tried === 'unsure' ? [] : [sentence]);
  switch (failure.kind) {
    case 'network': {
      const { status } = failure;
      if (status !== undefined)
        return [
          `The service answered ${status}, but the answer broke off.`,
          ...again('Try again.'),
        ];
      if (!navigator.onLine) return ['You are offline.'];
      const host = runtimeConfig().service_host;
      return [`No answer from ${host}.`, ...again('Check your connection, then try again.')];
    }
    case 'offline':
      return [`Not sent: you ${navigator.onLine ? 'were' : 'are'} offline.`];
    case 'paused':
      return [`Not sent: the service asks to wait ${waitText(failure.retryAfterMs)}.`];
    case 'blocked':
      return [failure.reason];
    case 'timeout':
      return [`No answer ${withinText(failure.afterMs)}`, ...again('Try again.')];
    case 'shape': {
      const answered = `The service answered${failure.status ? ` ${failure.status}` : ''}`;
      const issues = failure.issues.slice(0, 3).map((issue) => `${visibleText(issue)}.`);
      return [`${answered} in a way this app does not know.`, ...issues];
    }
    case 'status': {
      const { status, isWebPage, retryAfterMs } = failure;
      const cause = refusalCause(failure);
      const reason = cause && CAUSE_TEXTS[cause]?.reason;
      return [
        !reason || tried === 'read' ? `The service answered ${status}.` : '',
        reason ?? '',
        isWebPage ? 'The answer is a web page.' : '',
        status >= 500 && tried === 'read' ? 'Your data is not affected.' : '',
        retryAfterMs ? `The service asks to wait ${waitText(retryAfterMs)}.` : '',
      ].filter(Boolean);
    }
  }
}

/**
 * The same of a change. A dialog asks for another key where that helps; what to do after it stands behind the reason.
 *
 * @param next for example `Save again.`
 */
export const changeReasonOf = (error: unknown, next: string): string =>
  isKeyRefused(failureOf(error)) ? `${reasonOf(error)} ${next}` : reasonOf(error);

/** `Not saved: the key was refused.` What was not even sent says so itself. */
export const because = (what: string, reason: string): string =>
  reason.startsWith('Not sent')
    ? reason
    : `${what}: ${reason.slice(0, 1).toLowerCase()}${reason.slice(1)}`;

/** Fields that a refusal names, in the form's order; empty when it names none of them. */
export function fieldErrors<const Name extends string>(
  error: unknown,
  names: readonly Name[],
): Array<[Name, string]> {
  const failure = failureOf(error);
  if (failure?.kind !== 'status' || ![400, 409, 422].includes(failure.status)) return [];
  return names.flatMap((name): Array<[Name, string]> => {
    const text = failure.fields[name];
    return text === undefined ? [] : [[name, visibleText(text)]];
  });
}

/**
 * What stands behind "Details", line by line, for whoever looks after the service; never holds the key.
 *
 * @returns `undefined` where no response came: the sentence says all
 */
export function detailsOf(error: unknown, host = runtimeConfig().service_host): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { failure, at } = error;
  const status = 'status' in failure ? failure.status : undefined;
  if (status === undefined && failure.kind !== 'shape') return undefined;
  return [
    `The service answered${status === undefined ? ' with a redirect' : ` ${status}`}.`,
    ...('code' in failure && failure.code ? [`Code ${line(failure.code)}`] : []),
    ...('issues' in failure ? failure.issues.map(line) : []),
    ...('operationId' in failure && failure.operationId
      ? [`Request id ${line(failure.operationId)}`]
      : []),
    ...wordsOf(failure),
    `Time ${at.toISOString()}`,
    `Service ${host}`,
  ].join('\n');
}

/** The service's own words. */
export function wordsOf(failure: ApiFailure): string[] {
  if (failure.kind !== 'status') return [];
  const fields = Object.entries(failure.fields).map(([name, text]) => line(`${name}: ${text}`));
  return [...(failure.text ? [`It says: “${line(failure.text)}”`] : []), ...fields];
}

/** Text of the service, as one line. */
const line = (text: string) => shorten(visibleText(text), 300);

export const defectText = (error: unknown) =>
  error instanceof Error ? `${error.message}.` : 'Something unknown went wrong.';

export const withinText = (ms: number) => `within ${Math.round(ms / 1000)} seconds.`;

/** Up to two minutes in seconds, for a countdown and its first number are then alike. */
export function waitText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds <= 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
