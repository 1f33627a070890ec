import {
  ANY_REFUSED,
  NO_ANSWER_CODES,
  REFUSAL_CODES,
  type RefusalCause,
} from '#contract/refusal-codes.ts';

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
  | { kind: 'timeout' }
  /** Nothing was sent. */
  | { kind: 'offline' }
  /** Nothing was sent: the service has asked to wait, counted from now. */
  | { kind: 'paused'; retryAfterMs: number }
  /** Nothing was sent: `reason` is a sentence for people. `isAny`: any other change would be blocked as well. */
  | { kind: 'blocked'; reason: string; isAny?: boolean }
  /** The response was a success that cannot be read; `issues` say why. The status of a redirect is hidden. */
  | {
      kind: 'shape';
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
export const failureOf = (error: unknown): ApiFailure | undefined =>
  error instanceof ApiError ? error.failure : undefined;

export function hasStatus(error: unknown, ...statuses: number[]): boolean {
  const failure = failureOf(error);
  return failure?.kind === 'status' && statuses.includes(failure.status);
}

/** Nothing was sent: the same may be tried again. */
const UNSENT: Array<ApiFailure['kind']> = ['offline', 'paused', 'blocked'];

/**
 * Whether a write may have happened although it failed: no response came, it was unreadable, or the service broke
 * while it worked on it. Such a write is never sent again without a read before.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure?.kind === 'status') return failure.status >= 500;
  return failure !== undefined && !UNSENT.includes(failure.kind);
}

/** Whether a read need not show a write yet: somebody has stopped waiting for its response, or it was a success. */
export const mayStillHappen = (failure: ApiFailure): boolean =>
  failure.kind === 'timeout' || ('status' in failure && /^(2..|504)$/.test(`${failure.status}`));

const CAUSES = Object.keys(REFUSAL_CODES) as RefusalCause[]; // the keys of the table

const BY_STATUS: Partial<Record<number, RefusalCause>> = {
  401: 'wrong-key',
  403: 'no-right',
  404: 'not-found',
  405: 'not-found',
  429: 'too-many',
};

/** These causes need another key. */
const KEY_REFUSED: Array<RefusalCause | undefined> = ['wrong-key', 'authtoken', 'key-id'];

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

/** What a code says by itself, whatever its status. */
export function causeOfCode(code = ''): RefusalCause | undefined {
  const known = code.replace(/^ERR_[A-Z0-9]+_(?=\d+$)/, 'ERR_');
  return CAUSES.find((cause) => REFUSAL_CODES[cause].includes(known));
}

/** Whether no service has answered behind a Gatehouse. */
export const isNoAnswer = (failure: ApiFailure): boolean =>
  failure.kind === 'status' && NO_ANSWER_CODES.includes(failure.code ?? '');

/** Whether another key is needed. Not so where this one is real, and only the account, a right or the address is not. */
export const isKeyRefused = (failure: ApiFailure | undefined): boolean =>
  KEY_REFUSED.includes(refusalCause(failure));

/** Whether any other request would be refused alike: for the key, its account, the address or the version. */
export function isAnyRefused(failure: ApiFailure | undefined): boolean {
  if (failure?.kind === 'blocked') return failure.isAny === true;
  const cause = refusalCause(failure);
  return cause !== undefined && cause in ANY_REFUSED;
}

const NOT_THERE: Array<RefusalCause | undefined> = ['not-found', 'bad-id', 'no-edge', 'no-route'];

/**
 * Whether the service knows no such thing. The web page of something in between says nothing about the service, and a
 * code may say that what is not there is something else: a policy that was sent, say.
 */
export const isNotThere = (failure: ApiFailure | undefined): boolean =>
  failure?.kind === 'status' && failure.status === 404 && NOT_THERE.includes(refusalCause(failure));
