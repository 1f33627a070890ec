import { TIMEOUT_MS } from '#client/api-client.ts';
import {
  ApiError,
  failureOf,
  isKeyRefused,
  isNoAnswer,
  refusalCause,
  type ApiFailure,
} from '#client/errors.ts';
import type { Wait } from '#client/retry.ts';
import type { RefusalCause } from '#contract/refusal-codes.ts';
import { serviceHost } from '#web/api/config.ts';
import { shorten } from '#web/lib/format.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';

/** At the sign-in, for causes that no other key of the same account helps with. */
const ASK = 'The key is valid. Ask the administrator of the account, or use another key.';

/** What the status alone does not say. The sign-in page shows the title, else the reason, and what helps. */
export const CAUSE_TEXTS: Partial<
  Record<RefusalCause, { reason: string; title?: string; help?: string }>
> = {
  'wrong-key': {
    reason: 'The key was refused.',
    title: 'This key was not accepted',
    help: 'The service answered {status}. Check that you pasted the whole key and that it has not been revoked.',
  },
  authtoken: {
    reason: 'The key is an authtoken, not an API key.',
    title: 'This is an authtoken, not an API key',
    help: 'An authtoken only connects agents. Paste an API key of the account.',
  },
  'key-id': {
    reason: 'The key is only the id of an API key.',
    title: 'This is the id of an API key, not the key',
    help: 'Paste the key itself. A service shows it once, when it is created.',
  },
  'account-without-api': { reason: 'This account may not use the API.', help: ASK },
  'account-suspended': { reason: 'This account is suspended.', help: ASK },
  'account-unpaid': { reason: 'This account has unpaid bills.', help: ASK },
  'owner-inactive': { reason: 'The owner of this key is inactive.', help: ASK },
  address: {
    reason: 'This key may not be used from your network address.',
    title: 'Your network address is not allowed',
    help: 'Use an allowed network, or ask the administrator of the account.',
  },
  version: {
    reason: 'The service did not accept the version that this dashboard asks for.',
    title: 'The service did not accept the version',
    help: 'This dashboard asks for version {version}. Ask its administrator. Your key was not checked.',
  },
  // A key without a right signs in.
  'no-right': { reason: 'This key may not do that.' },
  protected: { reason: 'The operator has protected it.' },
  'name-taken': { reason: 'Another bot user has this name.' },
  'name-too-long': { reason: 'The name is too long for the service.' },
  'not-admin': { reason: 'Only an administrator of the account may change bot users.' },
  'not-in-plan': { reason: 'The plan of this account does not include that.' },
  'no-edges': { reason: 'This account may no longer use edges.' },
  'no-edge': { reason: 'This edge does not exist.' },
  'no-route': { reason: 'This edge has no such route.' },
  'unknown-policies': { reason: 'The service does not know one of the IP policies.' },
  'no-policies': { reason: 'The service asks for one IP policy at least.' },
  'too-many-policies': { reason: 'The service does not take so many IP policies.' },
};

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
  if (failure) return sentencesOf(failure, tried).join(' ');
  return error instanceof Error ? `${error.message}.` : 'Something unknown went wrong.';
}

export function sentencesOf(failure: ApiFailure, tried: Tried): string[] {
  const again = (sentence: string) => (tried === 'unsure' ? [] : [sentence]);
  switch (failure.kind) {
    case 'network': {
      const { status } = failure;
      const brokeOff = `The service answered ${status}, but the answer broke off.`;
      if (status !== undefined) return [brokeOff, ...again('Try again.')];
      if (!navigator.onLine) return ['You are offline.'];
      return [
        `No answer from ${serviceHost()}.`,
        ...again('Check your connection, then try again.'),
      ];
    }
    case 'offline':
      return [`Not sent: you ${navigator.onLine ? 'were' : 'are'} offline.`];
    case 'paused':
      return [
        `Not sent: the limit of the service is reached. Try again in ${waitText(failure.retryAfterMs)}.`,
      ];
    case 'blocked':
      return [failure.reason];
    case 'timeout':
      return [`No answer within ${TIMEOUT_MS / 1000} seconds.`, ...again('Try again.')];
    case 'shape': {
      const answered = `The service answered${failure.status ? ` ${failure.status}` : ''}`;
      const issues = failure.issues.slice(0, 3).map((issue) => `${visibleText(issue)}.`);
      return [`${answered} in a way this app does not know.`, ...issues];
    }
    case 'status': {
      const { status, isWebPage, retryAfterMs } = failure;
      if (isNoAnswer(failure)) return [`No answer from ${serviceHost()}.`];
      const cause = refusalCause(failure);
      const reason = cause && CAUSE_TEXTS[cause]?.reason;
      return [
        !reason || tried === 'read' ? `The service answered ${status}.` : '',
        reason ?? '',
        isWebPage ? 'The answer is a web page.' : '',
        status >= 500 && tried === 'read' ? 'Your data is not affected.' : '',
        retryAfterMs || cause === 'too-many' ? waitSentence(retryAfterMs) : '',
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

/** What a refusal says of a field; `undefined` when it does not name the field. */
export function fieldError(error: unknown, name: string): string | undefined {
  const failure = failureOf(error);
  if (failure?.kind !== 'status' || ![400, 409, 422].includes(failure.status)) return undefined;
  const text = failure.fields[name];
  return text === undefined ? undefined : visibleText(text);
}

/**
 * What stands behind "Details", line by line, for whoever looks after the service; never holds the key.
 *
 * @returns `undefined` where no response came: the sentence says all
 */
export function detailsOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { failure, at } = error;
  if (failure.kind !== 'shape' && !('status' in failure)) return undefined;
  const about: { status?: number; code?: string; issues?: string[]; operationId?: string } =
    failure;
  const { status, code, issues = [], operationId } = about;
  return [
    `The service answered ${status ?? 'with a redirect'}.`,
    code && `Code ${line(code)}`,
    ...issues.map(line),
    operationId && `Request id ${line(operationId)}`,
    ...serviceWordsOf(failure),
    `Time ${at.toISOString()}`,
    `Service ${serviceHost()}`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** The service's own words. */
export function serviceWordsOf(failure: ApiFailure): string[] {
  if (failure.kind !== 'status') return [];
  const fields = Object.entries(failure.fields).map(([name, text]) => line(`${name}: ${text}`));
  return [...(failure.text ? [`It says: “${line(failure.text)}”`] : []), ...fields];
}

/** Text of the service, as one line. */
const line = (text: string) => shorten(visibleText(text), 300);

/** That the service has had enough for now; where it names no time, a moment. */
export const waitSentence = (ms = 0): string =>
  `The service asks to wait ${ms > 0 ? waitText(ms) : 'a moment'}.`;

/** Why nothing is sent for now, and for how long: `Slowed by the service, next try in 12 s`. */
export const waitingText = (wait: Wait): string =>
  `${wait.for === 'limit' ? 'Slowed by the service' : 'Interrupted'}, next try in ${waitText(wait.ms)}`;

/** Up to two minutes in seconds, for a countdown and its first number are then alike. */
export function waitText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds <= 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
