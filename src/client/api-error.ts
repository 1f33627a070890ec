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
      /** Milliseconds to wait, counted from the answer. */
      retryAfterMs?: number;
      /** The body is a web page: something in between has answered, and may know nothing of what was asked for. */
      isWebPage?: true;
    }
  /** No answer came, or it broke off after this status; whether the request arrived is not known. */
  | { kind: 'network'; status?: number }
  /** Nothing was sent. */
  | { kind: 'offline' }
  /** Nothing was sent: the service has asked to wait, counted from now. */
  | { kind: 'paused'; retryAfterMs: number }
  | { kind: 'timeout'; afterMs: number }
  /** The answer was a success that cannot be read; `issues` say which part is missing or of another kind. */
  | {
      kind: 'shape';
      /** Missing of a redirect: browsers do not tell it. */
      status?: number;
      issues: string[];
      /** Static hosts answer their index page for whatever is missing. */
      isWebPage?: true;
      operationId?: string;
    };

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly failure: ApiFailure;

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
  return kind === 'offline' || kind === 'paused';
}

/**
 * Whether a write may have happened although it failed: no answer came, the answer was unreadable, or the service
 * broke while it worked on it. Such a write is never sent again without looking first.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure === undefined) return false;
  return (
    failure.kind === 'network' ||
    failure.kind === 'timeout' ||
    failure.kind === 'shape' ||
    (failure.kind === 'status' && failure.status >= 500)
  );
}
