import {
  failureOf,
  isKeyRefused,
  isNoAnswer,
  refusalCause,
  type ApiFailure,
} from '#client/errors.ts';
import type { RefusalCause } from '#contract/refusal-codes.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { CAUSE_TEXTS, detailsOf, sentencesOf, waitSentence } from '#web/api/failure-text.ts';

const VALID: Array<RefusalCause | undefined> = ['no-right', 'not-admin', 'not-in-plan'];

/** Whether a key that meets such a refusal is valid: it signs in, and the list says why it is not shown. */
export const isKeyValid = (error: unknown): boolean =>
  VALID.includes(refusalCause(failureOf(error)));

/** What the sign-in page says when the check of a key did not work. */
export type SignInFailure = ReturnType<typeof signInFailure>;

export function signInFailure(error: unknown) {
  // An error that is no failure of a call is a response that the page makes nothing of.
  const failure = failureOf(error) ?? { kind: 'shape', issues: [] };
  /** Milliseconds until the service wants to be asked again. */
  const waitMs = ('retryAfterMs' in failure && failure.retryAfterMs) || 0;
  const [title, text] = textsOf(failure, waitMs);
  /** `atField`: another key is needed, the field is where to go on. */
  return { title, text, waitMs, atField: isKeyRefused(failure), details: detailsOf(error) };
}

const NOT_THE_API = 'This does not look like the management API';

function textsOf(failure: ApiFailure, waitMs: number): [title: string, text: string] {
  const { service_host: host, version } = runtimeConfig();
  const cause = refusalCause(failure);
  if (failure.kind === 'paused' || cause === 'too-many')
    return ['Too many attempts', waitSentence(waitMs)];
  if (failure.kind === 'shape')
    return [NOT_THE_API, `${host} answered, but not with a list of bot users.`];
  if (failure.kind !== 'status' || isNoAnswer(failure)) {
    const isLate = failure.kind === 'timeout';
    const title = isLate
      ? 'The service did not answer in time'
      : 'The service could not be reached';
    return [title, sentencesOf(failure, 'read').join(' ')];
  }

  const { status } = failure;
  if (status >= 500)
    return ['The service has a problem', `It answered ${status}. Your key was not checked.`];
  // The API gives its reasons in JSON: a program in between, such as a firewall, has sent a web page.
  if (failure.isWebPage || cause === 'not-found') {
    const how = failure.isWebPage ? `${status} with a web page` : `${status}`;
    return [NOT_THE_API, `${host} answered ${how}, not with a list of bot users.`];
  }
  const { reason = '', title = reason.slice(0, -1), help } = (cause && CAUSE_TEXTS[cause]) ?? {};
  if (help === undefined)
    return ['The service did not accept the request', `It answered ${status}.`];
  return [title, help.replace('{status}', `${status}`).replace('{version}', () => version)];
}
