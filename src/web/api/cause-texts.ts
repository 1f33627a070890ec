import type { RefusalCause } from '#client/errors.ts';

/** What the sign-in page says. */
export interface SignInFailure {
  title: string;
  text: string;
  /** Another key is needed: the field is where to go on. */
  atField?: true;
  /** Milliseconds until the service wants to be asked again. */
  waitMs?: number;
}

/** What the status alone does not say. The sign-in page says what helps, and repeats nothing that was sent. */
export const CAUSE_TEXTS: Record<RefusalCause, { reason?: string; signIn?: SignInFailure }> = {
  'wrong-key': {
    reason: 'The key was not accepted.',
    signIn: {
      title: 'This key was not accepted',
      text: 'The service answered {status}. Check that you pasted the whole key and that it has not been revoked.',
      atField: true,
    },
  },
  authtoken: {
    reason: 'The key is an authtoken, not an API key.',
    signIn: {
      title: 'This is an authtoken, not an API key',
      text: 'An authtoken lets agents connect and may not manage the account. Paste an API key of the account.',
      atField: true,
    },
  },
  'key-id': {
    reason: 'The key is only the id of an API key.',
    signIn: {
      title: 'This is the id of an API key, not the key',
      text: 'The id only names a key. Paste the key itself; a service shows it once, when it is created.',
      atField: true,
    },
  },
  'account-without-api': {
    reason: 'This account may not use the API.',
    signIn: {
      title: 'This account may not use the API',
      text: 'The key is real. Whoever manages the account can ask the service for access, or you sign in with a key of another account.',
    },
  },
  'account-suspended': {
    reason: 'This account is suspended.',
    signIn: {
      title: 'This account is suspended',
      text: 'The key is real. Whoever manages the account can settle that with the service.',
    },
  },
  'account-unpaid': {
    reason: 'This account has unpaid bills.',
    signIn: {
      title: 'This account has unpaid bills',
      text: 'The key is real. Sign in again when the bills are paid.',
    },
  },
  'owner-inactive': {
    reason: 'The owner of this key is inactive.',
    signIn: {
      title: 'The owner of this key is inactive',
      text: 'The key is real. Whoever manages the account can set its owner active, or you sign in with a key of somebody else.',
    },
  },
  // Such a key signs in.
  'no-right': { reason: 'This key may not do that.' },
  protected: { reason: 'It is protected by the operator.' },
  address: {
    reason: 'This key may not be used from your network address.',
    signIn: {
      title: 'Your network address is not allowed',
      text: 'This key may not be used from your network address. Sign in from a network that is allowed, or ask whoever manages the account to allow yours.',
    },
  },
  version: {
    reason: 'It did not accept the version of the API that this page asks for.',
    signIn: {
      title: 'The service did not accept the version',
      text: 'This page asks for it with the header “{version}”. Whoever runs this dashboard can set another one. Your key was not judged.',
    },
  },
  'too-many': {},
  'not-found': {},
};
