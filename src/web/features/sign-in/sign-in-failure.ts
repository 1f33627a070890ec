import { failureOf, type ApiFailure } from '#client/api-error.ts';
import { waitText } from '#web/api/failure-text.ts';
import { LONGEST_PAUSE_MS } from '#client/retry.ts';
import {
  refusalText,
  type Asked,
  type SignInFailure,
} from '#web/features/sign-in/sign-in-refusal.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';

type Status = ApiFailure & { kind: 'status' };

/** What the sign-in page says when the check of a key did not work. */
export function signInFailure(error: unknown, asked: Asked): SignInFailure {
  const failure = failureOf(error);
  const host = asked.service_host;
  switch (failure?.kind) {
    case 'network':
    case 'offline':
      return {
        title: 'The service could not be reached',
        text:
          failure.kind === 'network' && failure.status !== undefined
            ? `The answer of ${host} broke off. Try again.`
            : `No answer from ${host}. Check your connection, then try again.`,
      };
    case 'timeout':
      return {
        title: 'The service did not answer in time',
        text: `${host} did not answer within ${Math.round(failure.afterMs / 1000)} seconds. Try again.`,
      };
    case 'paused':
      return tooMany(failure.retryAfterMs);
    case 'status':
      return answered(failure, asked);
    default:
      return notTheApi(`${host} answered, but not with a list of bot users.`);
  }
}

function answered(failure: Status, asked: Asked): SignInFailure {
  const { status, retryAfterMs, text } = failure;
  const saying = text ? ` It says: “${visibleText(text)}”` : '';
  const code = failure.code ? ` Code ${visibleText(failure.code)}.` : '';
  const wait = retryAfterMs ? { waitMs: Math.min(retryAfterMs, LONGEST_PAUSE_MS) } : {};
  const refusal = refusalText(failure, asked);

  if (refusal === 'too-many') return withCode(tooMany(retryAfterMs), code);
  if (refusal === 'not-the-api')
    return { ...withCode(notTheApi(strangeText(failure, asked)), code), ...wait };
  if (refusal !== undefined) return { ...withCode(refusal, code), ...wait };
  if (status >= 500)
    return {
      title: 'The service has a problem',
      text: `It answered ${status}. Your key was not judged.${saying}${code}`,
      ...wait,
    };
  return {
    title: 'The service did not accept the request',
    text: `It answered ${status}.${saying}${code}`,
    ...wait,
  };
}

const withCode = (failure: SignInFailure, code: string) => ({
  ...failure,
  text: failure.text + code,
});

function tooMany(retryAfterMs = 0): SignInFailure {
  const waitMs = Math.min(retryAfterMs, LONGEST_PAUSE_MS);
  return {
    title: 'Too many attempts',
    text: `The service asks to wait ${waitMs > 0 ? waitText(waitMs) : 'a moment'}.`,
    waitMs,
  };
}

const strangeText = ({ status, isWebPage }: Status, { service_host }: Asked) =>
  isWebPage
    ? `${service_host} answered ${status} with a web page, not with a list of bot users. Something in front of the service may have answered in its place.`
    : `${service_host} answered, but not with a list of bot users. Its answer was ${status}.`;

const notTheApi = (text: string): SignInFailure => ({
  title: 'This does not look like the management API',
  text,
});
