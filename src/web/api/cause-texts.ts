import type { RefusalCause } from '#contract/refusal-codes.ts';

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

/** What the status alone does not say. The sign-in page says what helps, and repeats nothing that was sent. */
export const CAUSE_TEXTS: Record<RefusalCause, { reason?: string; signIn?: SignInFailure }> = {
  'wrong-key': {
    reason: 'The key was refused.',
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
      text: 'An authtoken only connects agents. Paste an API key of the account.',
      atField: true,
    },
  },
  'key-id': {
    reason: 'The key is only the id of an API key.',
    signIn: {
      title: 'This is the id of an API key, not the key',
      text: 'Paste the key itself. A service shows it once, when it is created.',
      atField: true,
    },
  },
  'account-without-api': {
    reason: 'This account may not use the API.',
    signIn: {
      title: 'This account may not use the API',
      text: 'The key is valid, but the account has no access to the API. Ask its administrator, or use a key of another account.',
    },
  },
  'account-suspended': {
    reason: 'This account is suspended.',
    signIn: {
      title: 'This account is suspended',
      text: 'The key is valid, but the account is suspended. Ask its administrator.',
    },
  },
  'account-unpaid': {
    reason: 'This account has unpaid bills.',
    signIn: {
      title: 'This account has unpaid bills',
      text: 'The key is valid, but the account has unpaid bills.',
    },
  },
  'owner-inactive': {
    reason: 'The owner of this key is inactive.',
    signIn: {
      title: 'The owner of this key is inactive',
      text: 'The key is valid, but its owner is inactive. Ask the administrator of the account, or use another key.',
    },
  },
  // Such a key signs in.
  'no-right': { reason: 'This key may not do that.' },
  protected: { reason: 'The operator has protected it.' },
  address: {
    reason: 'This key may not be used from your network address.',
    signIn: {
      title: 'Your network address is not allowed',
      text: 'This key may not be used from your network address. Use an allowed network, or ask the administrator of the account.',
    },
  },
  version: {
    reason: 'The service did not accept the version that this dashboard asks for.',
    signIn: {
      title: 'The service did not accept the version',
      text: 'This dashboard asks for version {version}. Ask its administrator. Your key was not checked.',
    },
  },
  'too-many': {},
  'not-found': {},
};
