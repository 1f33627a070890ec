import { failureOf, refusalCause, type ApiFailure } from '#client/errors.ts';
import { LONGEST_PAUSE_MS } from '#client/retry.ts';
import type { RefusalCause } from '#contract/refusal-codes.ts';
import { RUNTIME_CONFIG_PATH, type RuntimeConfig } from '#contract/runtime-config.ts';
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

/** Titles and texts by cause; the texts after which another key is needed are marked. */
const CAUSES: Partial<Record<RefusalCause, [title: string, text: string, atField?: true]>> = {
  'wrong-key': [
    'This key was not accepted',
    'The service answered {status}. Check that you pasted the whole key and that it has not been revoked.',
    true,
  ],
  authtoken: [
    'This is an authtoken, not an API key',
    'An authtoken only connects agents. Paste an API key of the account.',
    true,
  ],
  'key-id': [
    'This is the id of an API key, not the key',
    'Paste the key itself. A service shows it once, when it is created.',
    true,
  ],
  'account-without-api': [
    'This account may not use the API',
    'The key is valid, but the account has no access to the API. Ask its administrator, or use a key of another account.',
  ],
  'account-suspended': [
    'This account is suspended',
    'The key is valid, but the account is suspended. Ask its administrator.',
  ],
  'account-unpaid': [
    'This account has unpaid bills',
    'The key is valid, but the account has unpaid bills.',
  ],
  'owner-inactive': [
    'The owner of this key is inactive',
    'The key is valid, but its owner is inactive. Ask the administrator of the account, or use another key.',
  ],
  address: [
    'Your network address is not allowed',
    'This key may not be used from your network address. Use an allowed network, or ask the administrator of the account.',
  ],
  version: [
    'The service did not accept the version',
    'This dashboard asks for version {version}. Ask its administrator. Your key was not checked.',
  ],
};

/** What the sign-in page says when the check of a key did not work. */
export function signInFailure(error: unknown, config: Service): SignInFailure {
  // An error that is no failure of a call is a response that the page makes nothing of.
  const failure = failureOf(error) ?? { kind: 'shape', issues: [] };
  const details = detailsOf(error, config.service_host);
  return {
    ...textsOf(failure, config),
    ...('retryAfterMs' in failure && failure.retryAfterMs
      ? { waitMs: Math.min(failure.retryAfterMs, LONGEST_PAUSE_MS) }
      : {}),
    ...(details !== undefined && { details }),
  };
}

function textsOf(failure: ApiFailure, service: Service): SignInFailure {
  const host = service.service_host;
  const tooMany = (ms = 0) => ({
    title: 'Too many attempts',
    text: `The service asks to wait ${ms > 0 ? waitText(Math.min(ms, LONGEST_PAUSE_MS)) : 'a moment'}.`,
  });
  if (failure.kind === 'paused') return tooMany(failure.retryAfterMs);
  if (failure.kind === 'shape')
    return notTheApi(`${host} answered, but not with a list of bot users.`);
  if (failure.kind === 'timeout')
    return {
      title: 'The service did not answer in time',
      text: `${host} did not answer ${withinText(failure.afterMs)} Try again.`,
    };
  if (failure.kind !== 'status') {
    const brokeOff = failure.kind === 'network' && failure.status !== undefined;
    const text = brokeOff
      ? `The answer of ${host} broke off. Try again.`
      : `No answer from ${host}. Check your connection, then try again.`;
    return { title: 'The service could not be reached', text };
  }

  const { status, retryAfterMs, isWebPage } = failure;
  const cause = refusalCause(failure);
  if (cause === 'too-many') return tooMany(retryAfterMs);
  // The API gives its reasons in JSON: a program in between, such as a firewall, has sent the web page.
  if (isWebPage && status < 500)
    return notTheApi(
      `${host} answered ${status} with a web page, not with a list of bot users. Something in front of the service may have answered in its place.`,
    );
  if (cause === 'not-found')
    return notTheApi(
      `${host} answered, but not with a list of bot users. Its answer was ${status}.`,
    );
  const [title, known, atField] = (cause && CAUSES[cause]) ?? [];
  if (title !== undefined && known !== undefined) {
    const text = known.replace('{status}', `${status}`).replace('{version}', () => service.version);
    return { title, text, ...(atField && { atField }) };
  }
  return status >= 500
    ? {
        title: 'The service has a problem',
        text: `It answered ${status}. Your key was not checked.`,
      }
    : { title: 'The service did not accept the request', text: `It answered ${status}.` };
}

const notTheApi = (text: string): SignInFailure => ({
  title: 'This does not look like the management API',
  text,
});

/** What is said where the page could not start. */
interface StartFailure {
  /** What was found instead of the configuration, in whole sentences. */
  what: string;
  /** Whether the operator has to do something about the file; otherwise waiting may be all it takes. */
  isFileWrong: boolean;
}

/** Why the page could not start, for a visitor and for whoever put the page there. */
export function startFailure(error: unknown, host: string): StartFailure {
  const failure = failureOf(error);
  const file = `${RUNTIME_CONFIG_PATH} of ${host}`;
  if (failure === undefined) return { what: defectText(error), isFileWrong: false };
  if (failure.kind === 'status') {
    const isFileWrong = failure.status < 500 && failure.status !== 429;
    return { what: `${file} was answered with status ${failure.status}.`, isFileWrong };
  }
  if (failure.kind === 'shape') {
    const what = failure.isWebPage
      ? `A web page came in place of ${file}: the file is missing there.`
      : `${file} is there, but it cannot be used: ${failure.issues.join('; ')}.`;
    return { what, isFileWrong: true };
  }
  const within = failure.kind === 'timeout' ? ` ${withinText(failure.afterMs)}` : '.';
  return { what: `No answer came for ${file}${within}`, isFileWrong: false };
}
