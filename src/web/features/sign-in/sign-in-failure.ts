import { failureOf } from '#client/api-error.ts';

export type SignInFailure = {
  title: string;
  text: string;
  /** The key itself was refused: the field is where to go on. */
  atField?: boolean;
  /** Milliseconds until the service wants to be asked again. */
  waitMs?: number;
};

/** What the sign-in page says when the check of a key did not work. */
export function signInFailure(error: unknown, host: string): SignInFailure {
  const failure = failureOf(error);
  switch (failure?.kind) {
    case 'network':
    case 'offline':
      return {
        title: 'The service could not be reached',
        text: `No answer from ${host}. Check your connection, then try again.`,
      };
    case 'timeout':
      return {
        title: 'The service did not answer in time',
        text: `${host} did not answer within ${Math.round(failure.afterMs / 1000)} seconds. Try again.`,
      };
    case 'status':
      if (failure.status === 401)
        return {
          title: 'This key was not accepted',
          text: 'The service answered 401. Check that you pasted the whole key and that it has not been revoked.',
          atField: true,
        };
      if (failure.status === 429) {
        const waitMs = failure.retryAfterMs ?? 0;
        return {
          title: 'Too many attempts',
          text: waitMs
            ? `The service asks to wait ${Math.ceil(waitMs / 1000)} s.`
            : 'The service asks to wait a moment.',
          waitMs,
        };
      }
      if (failure.status >= 500)
        return {
          title: 'The service has a problem',
          text: `It answered ${failure.status}. Your key was not judged.${words(failure.text)}`,
        };
      return {
        title: 'The service did not accept the request',
        text: `It answered ${failure.status}.${words(failure.text)}`,
      };
    default:
      return {
        title: 'This does not look like the management API',
        text: `${host} answered, but not with a list of bot users.`,
      };
  }
}

/** What the service says itself, after our own sentences: before an upstream it names who is to mend it. */
const words = (text: string | undefined) => (text ? ` It says: “${text}”` : '');
