import { type ApiFailure, refusalCause, type RefusalCause } from '#client/errors.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';

export type SignInFailure = {
  title: string;
  text: string;
  /** Another key is needed: the field is where to go on. */
  atField?: boolean;
  /** Milliseconds until the service wants to be asked again. */
  waitMs?: number;
};

/** The service that was asked, and for which version. */
export type Asked = Pick<RuntimeConfig, 'service_host' | 'version_header' | 'version'>;

/** What a program in between answers, a firewall say: the API tells why in JSON, whatever it answers. */
const isStrange = ({ status, isWebPage }: ApiFailure & { kind: 'status' }) =>
  isWebPage === true && status < 500 && status !== 429;

/** Whether the key is real, and only may not list bot users: it signs in. */
export const isKeyReal = (failure: ApiFailure): boolean => refusalCause(failure) === 'no-right';

/**
 * A refusal by its cause: what is wrong and what helps. None of them repeats anything that was sent.
 *
 * @returns a cause that is told with more than its text, or `undefined` for a refusal of no known cause
 */
export function refusalText(
  failure: ApiFailure & { kind: 'status' },
  { version_header, version }: Asked,
): SignInFailure | 'too-many' | 'not-the-api' | undefined {
  if (isStrange(failure)) return 'not-the-api';
  const cause = refusalCause(failure);
  switch (cause) {
    case undefined:
    case 'no-right': // not asked for: such a key signs in
      return undefined;
    case 'not-found':
      return 'not-the-api';
    case 'too-many':
      return cause;
    case 'wrong-key':
      return {
        title: 'This key was not accepted',
        text: `The service answered ${failure.status}. Check that you pasted the whole key and that it has not been revoked.`,
        atField: true,
      };
    case 'version':
      return {
        title: 'The service did not accept the version',
        text: `This page asks for it with the header “${version_header}: ${version}”. Whoever runs this dashboard can set another one. Your key was not judged.`,
      };
    default:
      return TEXTS[cause];
  }
}

type Told = Exclude<RefusalCause, 'wrong-key' | 'no-right' | 'version' | 'too-many' | 'not-found'>;

const TEXTS: Record<Told, SignInFailure> = {
  authtoken: {
    title: 'This is an authtoken, not an API key',
    text: 'An authtoken lets agents connect and may not manage the account. Paste an API key of the account.',
    atField: true,
  },
  'key-id': {
    title: 'This is the id of an API key, not the key',
    text: 'The id only names a key. Paste the key itself; a service shows it once, when it is created.',
    atField: true,
  },
  'account-without-api': {
    title: 'This account may not use the API',
    text: 'The key is real. Whoever manages the account can ask the service for access, or you sign in with a key of another account.',
  },
  'account-suspended': {
    title: 'This account is suspended',
    text: 'The key is real. Whoever manages the account can settle that with the service.',
  },
  'account-unpaid': {
    title: 'This account has unpaid bills',
    text: 'The key is real. Sign in again when the bills are paid.',
  },
  'owner-inactive': {
    title: 'The owner of this key is inactive',
    text: 'The key is real. Whoever manages the account can set its owner active, or you sign in with a key of somebody else.',
  },
  address: {
    title: 'Your network address is not allowed',
    text: 'This key may not be used from your network address. Sign in from a network that is allowed, or ask whoever manages the account to allow yours.',
  },
};
