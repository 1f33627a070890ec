/** Why a call failed, as far as a caller can act on it. */
export type ApiFailure =
  | {
      kind: 'status';
      status: number;
      /** The service's own code, for example `NAME_TAKEN`. */
      code?: string;
      /** The service's own words: text for people, at most 300 characters, never markup. */
      text?: string;
      /** Refused fields, by their wire name. */
      fields: Record<string, string>;
      operationId?: string;
      /** Milliseconds to wait, counted from the response. */
      retryAfterMs?: number;
      /** The body is a web page: something in between has responded, and may know nothing of what was asked for. */
      isWebPage?: true;
    }
  /** No response came, or it broke off after this status; whether the request arrived is unknown. */
  | { kind: 'network'; status?: number }
  /** Nothing was sent. */
  | { kind: 'offline' }
  /** Nothing was sent: the service has asked to wait, counted from now. */
  | { kind: 'paused'; retryAfterMs: number }
  /** Nothing was sent: it is not to be changed from here; `reason` is a sentence for people. */
  | {
      kind: 'blocked';
      reason: string;
      /** Any other change would be as well. */
      isAny?: true;
    }
  | { kind: 'timeout'; afterMs: number }
  /** The response was a success that cannot be read; `issues` say why. */
  | {
      kind: 'shape';
      /** Missing of a redirect: browsers hide it. */
      status?: number;
      issues: string[];
      /** Static hosts send their index page for whatever is missing. */
      isWebPage?: true;
      operationId?: string;
    };

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly failure: ApiFailure;
  readonly at = new Date();

  constructor(message: string, failure: ApiFailure, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}

/** The failure of an error that a call threw; `undefined` for anything else. */
export function failureOf(error: unknown): ApiFailure | undefined {
  return error instanceof ApiError ? error.failure : undefined;
}

export function hasStatus(error: unknown, ...statuses: number[]): boolean {
  const failure = failureOf(error);
  return failure?.kind === 'status' && statuses.includes(failure.status);
}

/** Whether nothing was sent, so that the same may be tried again. */
export function isUnsent(error: unknown): boolean {
  const kind = failureOf(error)?.kind;
  return kind === 'offline' || kind === 'paused' || kind === 'blocked';
}

/**
 * Whether a write may have happened although it failed: no response came, it was unreadable, or the service broke
 * while it worked on it. Such a write is never sent again without looking first.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure?.kind === 'status') return failure.status >= 500;
  return failure !== undefined && !isUnsent(error);
}

/** Why a service refuses a request, as far as the person or the operator can act on it. */
export type RefusalCause =
  /** No key, a misspelt one, or one that was revoked. */
  | 'wrong-key'
  /** A secret of another kind: it connects agents, it is no API key. */
  | 'authtoken'
  /** The public name of a key. */
  | 'key-id'
  | 'account-without-api'
  | 'account-suspended'
  | 'account-unpaid'
  | 'owner-inactive'
  /** The key is real, it only may not do this. */
  | 'no-right'
  /** The operator has protected it, whoever asks. */
  | 'protected'
  /** The key may not be used from this network address. */
  | 'address'
  | 'version'
  | 'too-many'
  /** Nothing is at this path, or not for this method. */
  | 'not-found';

const KEY_REFUSED: Array<RefusalCause | undefined> = ['wrong-key', 'authtoken', 'key-id'];

/** What stands in the way of any request: nothing was said about the one that was made. */
const ANY_REFUSED: typeof KEY_REFUSED = [
  ...KEY_REFUSED,
  'account-without-api',
  'account-suspended',
  'account-unpaid',
  'owner-inactive',
  'address',
  'version',
];

const BY_CODE: Record<string, RefusalCause> = {
  NOT_AUTHENTICATED: 'wrong-key',
  KEY_READ_ONLY: 'no-right',
  PROTECTED: 'protected',
  VERSION_MISSING: 'version',
  VERSION_UNSUPPORTED: 'version',
  RATE_LIMITED: 'too-many',
  ENDPOINT_NOT_FOUND: 'not-found',
  METHOD_NOT_ALLOWED: 'not-found',
};

/** By the number at the end of codes such as `ERR_VENDOR_203`. */
const BY_NUMBER: Record<string, RefusalCause> = {
  200: 'wrong-key',
  201: 'wrong-key',
  202: 'wrong-key',
  203: 'wrong-key',
  204: 'account-without-api',
  205: 'account-suspended',
  206: 'authtoken',
  207: 'authtoken',
  208: 'key-id',
  217: 'version',
  218: 'version',
  220: 'address',
  225: 'too-many',
  226: 'too-many',
  247: 'account-unpaid',
  635: 'no-right',
  636: 'owner-inactive',
};

const BY_STATUS: Record<number, RefusalCause> = {
  401: 'wrong-key',
  403: 'no-right',
  404: 'not-found',
  405: 'not-found',
  429: 'too-many',
};

/**
 * The code decides where it is known, for services answer the same cause with 400, 401 and 403; else the status does.
 *
 * @returns `undefined` when the service did not refuse, or for a reason that nothing here depends on
 */
export function refusalCause(failure: ApiFailure | undefined): RefusalCause | undefined {
  // A service in trouble has not judged anything, whatever code it sends along.
  if (failure?.kind !== 'status' || failure.status >= 500) return undefined;
  // The web page of something in between: a firewall, or another sign-in that is not this one's.
  if (failure.isWebPage && failure.status !== 429) return undefined;
  return causeOfCode(failure.code) ?? BY_STATUS[failure.status];
}

/** Whether another key is needed. Not so where this one is real, and only the account, a right or the address is not. */
export const isKeyRefused = (failure: ApiFailure | undefined): boolean =>
  KEY_REFUSED.includes(refusalCause(failure));

/** Whether any other request would be refused alike: for the key, its account, the address or the version. */
export const isAnyRefused = (failure: ApiFailure | undefined): boolean =>
  failure?.kind === 'blocked'
    ? failure.isAny === true
    : ANY_REFUSED.includes(refusalCause(failure));

/** Whether the service knows no such thing. The web page of something in between says nothing about the service. */
export const isNotThere = (failure: ApiFailure | undefined): boolean =>
  failure?.kind === 'status' && failure.status === 404 && !failure.isWebPage;

function causeOfCode(code = ''): RefusalCause | undefined {
  const number = /^ERR_[A-Z0-9]+_(\d+)$/.exec(code)?.[1];
  const [causes, name] = number === undefined ? [BY_CODE, code] : [BY_NUMBER, number];
  // The code is the service's text: it must not find what every object inherits.
  return Object.hasOwn(causes, name) ? causes[name] : undefined;
}
