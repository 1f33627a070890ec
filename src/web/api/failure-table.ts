import { refusalCause, type ApiFailure } from '#client/errors.ts';
import { LONGEST_PAUSE_MS } from '#client/retry.ts';
import { RUNTIME_CONFIG_PATH } from '#contract/runtime-config.ts';
import { CAUSE_TEXTS, type SignInFailure } from '#web/api/cause-texts.ts';
import { shorten } from '#web/lib/format.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';

/**
 * What was tried. After a failed read nothing has changed on the service, which is worth saying; after an `unsure`
 * change nobody should just try again, and what stands around the reason says what to do.
 */
export type Tried = 'read' | 'change' | 'unsure';

/** The service that was asked; where the page could not start, the page's own. */
export interface Service {
  host: string;
  /** Of the API, as this page asks for it. */
  version?: string;
}

/** What is said where the page could not start. */
export interface StartFailure {
  /** What was found instead of the configuration, in whole sentences. */
  what: string;
  /** Whether the operator has to do something about the file; otherwise waiting may be all it takes. */
  isFileWrong: boolean;
}

/** The words for one failure; they differ in three places. */
interface FailureTexts {
  /** `No answer`, `Timed out`, in the list of requests; missing where the words of HTTP say enough. */
  short?: string;
  /** In every other place: what happened and what helps, in whole sentences, without codes and ids. */
  reason: (tried: Tried) => string[];
  signIn: SignInFailure;
  start: StartFailure;
}

const CHECK_CONNECTION = 'Check your connection, then try again.';

/** The one table from failure to text. */
export function textsOf(failure: ApiFailure, service: Service): FailureTexts {
  const { host } = service;
  const file = `${RUNTIME_CONFIG_PATH} of ${host}`;
  const unreached = {
    signIn: {
      title: 'The service could not be reached',
      text: `No answer from ${host}. ${CHECK_CONNECTION}`,
    },
    start: { what: `No answer came for ${file}.`, isFileWrong: false },
  };
  switch (failure.kind) {
    case 'network':
      if (failure.status === undefined)
        return {
          ...unreached,
          short: 'No answer',
          reason: (tried) =>
            navigator.onLine
              ? [`No answer from ${host}.`, ...again(tried, CHECK_CONNECTION)]
              : ['You are offline.'],
        };
      return {
        ...unreached,
        short: `${failure.status} Broke off`,
        reason: (tried) => [
          `The service answered ${failure.status}, but the answer broke off.`,
          ...again(tried, 'Try again.'),
        ],
        signIn: { ...unreached.signIn, text: `The answer of ${host} broke off. Try again.` },
      };
    case 'offline':
      return {
        ...unreached,
        short: 'Not sent',
        reason: () => [`Not sent: you ${navigator.onLine ? 'were' : 'are'} offline.`],
      };
    case 'paused':
      return {
        ...unreached,
        short: 'Not sent',
        reason: () => [`Not sent: the service asks to wait ${waitText(failure.retryAfterMs)}.`],
        signIn: tooMany(failure.retryAfterMs),
      };
    case 'blocked':
      return { ...unreached, short: 'Not sent', reason: () => [failure.reason] };
    case 'timeout': {
      const within = `within ${Math.round(failure.afterMs / 1000)} seconds.`;
      return {
        short: 'Timed out',
        reason: (tried) => [`No answer ${within}`, ...again(tried, 'Try again.')],
        signIn: {
          title: 'The service did not answer in time',
          text: `${host} did not answer ${within} Try again.`,
        },
        start: { what: `No answer came for ${file} ${within}`, isFileWrong: false },
      };
    }
    case 'shape': {
      const { status, issues } = failure;
      return {
        ...shortOfUnreadable(status),
        reason: () => [
          `The service answered${status === undefined ? '' : ` ${status}`} in a way this app does not know.`,
          ...issues.slice(0, 3).map((issue) => `${visibleText(issue)}.`),
        ],
        signIn: notTheApi(`${host} answered, but not with a list of bot users.`),
        start: {
          what: failure.isWebPage
            ? `A web page came in place of ${file}: the file is missing there.`
            : `${file} is there, but it cannot be used: ${issues.join('; ')}.`,
          isFileWrong: true,
        },
      };
    }
    case 'status':
      return {
        reason: (tried) => refusalSentences(failure, tried),
        signIn: signInRefusal(failure, service),
        start: {
          what: `${file} was answered with status ${failure.status}.`,
          isFileWrong: failure.status < 500 && failure.status !== 429,
        },
      };
  }
}

const again = (tried: Tried, sentence: string) => (tried === 'unsure' ? [] : [sentence]);

/** A redirect has the words of HTTP, or no status at all. */
function shortOfUnreadable(status: number | undefined): { short?: string } {
  if (status === undefined) return { short: 'Redirect' };
  return status >= 300 && status < 400 ? {} : { short: `${status} Not readable` };
}

type Refusal = Extract<ApiFailure, { kind: 'status' }>;

function refusalSentences(failure: Refusal, tried: Tried): string[] {
  const cause = refusalCause(failure);
  const reason = cause && CAUSE_TEXTS[cause].reason;
  return [
    ...(reason === undefined || tried === 'read'
      ? [`The service answered ${failure.status}.`]
      : []),
    ...(reason === undefined ? [] : [reason]),
    ...(failure.isWebPage ? ['The answer is a web page.'] : []),
    ...(failure.status >= 500 && tried === 'read' ? ['Your data is not affected.'] : []),
    ...(failure.retryAfterMs
      ? [`The service asks to wait ${waitText(failure.retryAfterMs)}.`]
      : []),
  ];
}

/** What stands behind the sentences: the status, the service's code, its id of the request, its own words. */
export function detailLines(failure: ApiFailure): string[] {
  if (failure.kind === 'shape')
    return [answered(failure.status), ...failure.issues.map(line), ...requestId(failure)];
  if (failure.kind === 'network' && failure.status !== undefined) return [answered(failure.status)];
  if (failure.kind !== 'status') return [];
  return [
    answered(failure.status),
    ...(failure.code ? [`Code ${line(failure.code)}`] : []),
    ...requestId(failure),
    ...wordsOf(failure),
  ];
}

/** The service's own words. */
export function wordsOf(failure: ApiFailure): string[] {
  if (failure.kind !== 'status') return [];
  return [
    ...(failure.text ? [`It says: “${line(failure.text)}”`] : []),
    ...Object.entries(failure.fields).map(([name, text]) => line(`${name}: ${text}`)),
  ];
}

const LINE_MAX = 300;

/** Text of the service, as one line. */
const line = (text: string) => shorten(visibleText(text), LINE_MAX);

const answered = (status: number | undefined) =>
  `The service answered${status === undefined ? ' with a redirect' : ` ${status}`}.`;

const requestId = ({ operationId }: { operationId?: string }) =>
  operationId === undefined ? [] : [`Request id ${line(operationId)}`];

function signInRefusal(failure: Refusal, { host, version = '' }: Service): SignInFailure {
  const { status, retryAfterMs, isWebPage } = failure;
  const cause = refusalCause(failure);
  const known = cause && CAUSE_TEXTS[cause].signIn;
  const wait = retryAfterMs ? { waitMs: Math.min(retryAfterMs, LONGEST_PAUSE_MS) } : {};
  const complete = (texts: SignInFailure) => ({ ...texts, ...wait });

  if (cause === 'too-many') return complete(tooMany(retryAfterMs));
  // What a program in between sends, a firewall say: the API tells why in JSON, whatever it sends.
  if (isWebPage && status < 500)
    return complete(
      notTheApi(
        `${host} answered ${status} with a web page, not with a list of bot users. Something in front of the service may have answered in its place.`,
      ),
    );
  if (cause === 'not-found')
    return complete(
      notTheApi(`${host} answered, but not with a list of bot users. Its answer was ${status}.`),
    );
  if (known)
    return complete({
      ...known,
      text: known.text.replace('{status}', () => `${status}`).replace('{version}', () => version),
    });
  return complete(
    status >= 500
      ? {
          title: 'The service has a problem',
          text: `It answered ${status}. Your key was not checked.`,
        }
      : {
          title: 'The service did not accept the request',
          text: `It answered ${status}.`,
        },
  );
}

function tooMany(retryAfterMs = 0): SignInFailure {
  const waitMs = Math.min(retryAfterMs, LONGEST_PAUSE_MS);
  return {
    title: 'Too many attempts',
    text: `The service asks to wait ${waitMs > 0 ? waitText(waitMs) : 'a moment'}.`,
    waitMs,
  };
}

const notTheApi = (text: string): SignInFailure => ({
  title: 'This does not look like the management API',
  text,
});

/** Up to two minutes in seconds, for a countdown and its first number are then alike. */
export function waitText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds <= 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
