import type { RefusalCause } from '#contract/refusal-codes.ts';

interface CauseTexts {
  reason: string;
  /** Title of the sign-in page; missing: the reason. */
  title?: string;
  /** What helps at the sign-in. */
  help?: string;
  /** Another key is needed: the field is where to go on. */
  atField?: true;
}

/** What the status alone does not say. */
export const CAUSE_TEXTS: Partial<Record<RefusalCause, CauseTexts>> = {
  'wrong-key': {
    reason: 'The key was refused.',
    title: 'This key was not accepted',
    help: 'The service answered {status}. Check that you pasted the whole key and that it has not been revoked.',
    atField: true,
  },
  authtoken: {
    reason: 'The key is an authtoken, not an API key.',
    title: 'This is an authtoken, not an API key',
    help: 'An authtoken only connects agents. Paste an API key of the account.',
    atField: true,
  },
  'key-id': {
    reason: 'The key is only the id of an API key.',
    title: 'This is the id of an API key, not the key',
    help: 'Paste the key itself. A service shows it once, when it is created.',
    atField: true,
  },
  'account-without-api': {
    reason: 'This account may not use the API.',
    help: 'The key is valid, but the account has no access to the API. Ask its administrator, or use a key of another account.',
  },
  'account-suspended': {
    reason: 'This account is suspended.',
    help: 'The key is valid, but the account is suspended. Ask its administrator.',
  },
  'account-unpaid': {
    reason: 'This account has unpaid bills.',
    help: 'The key is valid, but the account has unpaid bills.',
  },
  'owner-inactive': {
    reason: 'The owner of this key is inactive.',
    help: 'The key is valid, but its owner is inactive. Ask the administrator of the account, or use another key.',
  },
  address: {
    reason: 'This key may not be used from your network address.',
    title: 'Your network address is not allowed',
    help: 'This key may not be used from your network address. Use an allowed network, or ask the administrator of the account.',
  },
  version: {
    reason: 'The service did not accept the version that this dashboard asks for.',
    title: 'The service did not accept the version',
    help: 'This dashboard asks for version {version}. Ask its administrator. Your key was not checked.',
  },
  // Such a key signs in.
  'no-right': { reason: 'This key may not do that.' },
  protected: { reason: 'The operator has protected it.' },
};
