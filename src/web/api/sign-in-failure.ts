import { failureOf, refusalCause, type ApiFailure } from '#client/errors.ts';
import { LONGEST_PAUSE_MS } from '#client/retry.ts';
import { RUNTIME_CONFIG_PATH, type RuntimeConfig } from '#contract/runtime-config.ts';
import { CAUSE_TEXTS } from '#web/api/cause-texts.ts';
import { defectText, detailsOf, waitText, withinText } from '#web/api/failure-text.ts';

/** What the sign-in page says. */
export interface SignInFailure {
  title: string;
  text: string;
  /** Another key is needed: the field is where to go on. */
  atField?: true;
  /** Milliseconds until the service wants to be asked again. */
  waitMs?: number;
  /** Codes and ids, line by line. */
  details?: string;
}

type Service = Pick<RuntimeConfig, 'service_host' | 'version'>;

/** What the sign-in page says when the check of a key did not work. */
export function signInFailure(error: unknown, config: Service): SignInFailure {
  // An error that is no failure of a call is a response that the page makes nothing of.
  const failure = failureOf(error) ?? { kind: 'shape', issues: [] };
  const details = detailsOf(error, config.service_host);
  const asked = 'retryAfterMs' in failure ? (failure.retryAfterMs ?? 0) : 0;
  const waitMs = Math.min(asked, LONGEST_PAUSE_MS);
  return {
    ...textsOf(failure, config, waitMs),
    ...(waitMs > 0 && { waitMs }),
    ...(details !== undefined && { details }),
  };
}

function textsOf(failure: ApiFailure, service: Service, waitMs: number): SignInFailure {
  const host = service.service_host;
  const cause = refusalCause(failure);
  if (failure.kind === 'paused' || cause === 'too-many') {
    const time = waitMs > 0 ? waitText(waitMs) : 'a moment';
    return { title: 'Too many attempts', text: `The service asks to wait ${time}.` };
  }
  if (failure.kind === 'timeout') {
    const text = `${host} did not answer ${withinText(failure.afterMs)} Try again.`;
    return { title: 'The service did not answer in time', text };
  }
  const notTheApi = (text: string) => ({
    title: 'This does not look like the management API',
    text: `${host} answered${text}`,
  });
  if (failure.kind === 'shape') return notTheApi(', but not with a list of bot users.');
  if (failure.kind !== 'status') {
    const isBroken = failure.kind === 'network' && failure.status !== undefined;
    const text = isBroken
      ? `The answer of ${host} broke off. Try again.`
      : `No answer from ${host}. Check your connection, then try again.`;
    return { title: 'The service could not be reached', text };
  }

  const { status } = failure;
  if (status >= 500) {
    const text = `It answered ${status}. Your key was not checked.`;
    return { title: 'The service has a problem', text };
  }
  // The API gives its reasons in JSON: a program in between, such as a firewall, has sent a web page.
  if (failure.isWebPage)
    return notTheApi(
      ` ${status} with a web page, not with a list of bot users. Something in front of the service may have answered in its place.`,
    );
  if (cause === 'not-found')
    return notTheApi(`, but not with a list of bot users. Its answer was ${status}.`);
  const known = cause && CAUSE_TEXTS[cause];
  if (known?.help === undefined)
    return { title: 'The service did not accept the request', text: `It answered ${status}.` };
  const { reason, title = reason.slice(0, -1), help, atField } = known;
  const text = help.replace('{status}', `${status}`).replace('{version}', () => service.version);
  return { title, text, ...(atField && { atField }) };
}

/**
 * Why the page could not start, for a visitor and for whoever put the page there.
 *
 * @returns `isFileWrong`: the operator has to do something about the file; otherwise waiting may be all it takes
 */
export function startFailure(error: unknown, host: string): { what: string; isFileWrong: boolean } {
  const failure = failureOf(error);
  const file = `${RUNTIME_CONFIG_PATH} of ${host}`;
  if (failure?.kind === 'status') {
    const isFileWrong = failure.status < 500 && failure.status !== 429;
    return { what: `${file} was answered with status ${failure.status}.`, isFileWrong };
  }
  if (failure?.kind === 'shape') {
    const what = failure.isWebPage
      ? `A web page came in place of ${file}: the file is missing there.`
      : `${file} is there, but it cannot be used: ${failure.issues.join('; ')}.`;
    return { what, isFileWrong: true };
  }
  const within = failure?.kind === 'timeout' ? ` ${withinText(failure.afterMs)}` : '.';
  const what = failure ? `No answer came for ${file}${within}` : defectText(error);
  return { what, isFileWrong: false };
}
