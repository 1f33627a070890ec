import type { ApiFailure } from '#client/errors.ts';
import type { RequestParts } from '#client/request.ts';
import { truncate, type ParsedResponse } from '#client/response.ts';

/**
 * One request and what came of it, as it was sent and as it came. Whatever of it is shown, copied or exported goes
 * through `redacted` or `redact` first: a person may have typed the key into any field, and the service may have quoted
 * it. Only the texts of a failure are without the key already.
 */
export interface RequestLogEntry extends RequestParts {
  /** Absolute address that the path is below. */
  base: string;
  /** Both reports of one request bear the same. */
  number: number;
  /** From 1; a read that failed is tried again. */
  attempt: number;
  /** Path template of the endpoint. */
  template: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Takes the key that this request was sent with out of a text. */
  redact: (text: string) => string;
  /** Missing while it is under way. */
  end?: RequestEnd;
}

export interface RequestEnd {
  durationMs: number;
  /** Missing when no whole response came. */
  response?: LoggedResponse;
  /** Missing after a success; `cancelled`: nobody waits for it any more. */
  failure?: ApiFailure | { kind: 'cancelled' };
}

export interface LoggedResponse {
  /** 0 of a redirect: browsers hide it. */
  status: number;
  headers: Record<string, string>;
  /** The first `BODY_MAX` characters; empty when there is none. */
  body: string;
  /** Characters of the whole. */
  bodyLength: number;
}

const BODY_MAX = 10_240;

let made = 0;

/** Reports the start of a request. @returns reports its end */
export function logRequest(
  onRequest: ((entry: RequestLogEntry) => void) | undefined,
  request: Omit<RequestLogEntry, 'number' | 'startedAt' | 'end'>,
) {
  const clock = performance.now();
  const entry: RequestLogEntry = { ...request, number: ++made, startedAt: Date.now() };
  onRequest?.(entry);

  return (response: ParsedResponse | undefined, failure?: RequestEnd['failure']) => {
    const end: RequestEnd = { durationMs: performance.now() - clock };
    if (response) end.response = toLogged(response);
    if (failure) end.failure = failure;
    onRequest?.({ ...entry, end });
  };
}

const toLogged = ({ head, text }: ParsedResponse): LoggedResponse => ({
  status: head.status,
  headers: Object.fromEntries(head.headers),
  body: truncate(text, BODY_MAX),
  bodyLength: text.length,
});

/** As people may see it: without the key in what was sent and in what came. */
export function redacted(entry: RequestLogEntry): RequestLogEntry {
  const { redact, body, end } = entry;
  const withoutKey = (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(headers).map((header) => header.map(redact)));
  const response = end?.response && {
    ...end.response,
    headers: withoutKey(end.response.headers),
    body: redact(end.response.body),
  };
  return {
    ...entry,
    path: redact(entry.path),
    headers: withoutKey(entry.headers),
    ...(body !== undefined && { body: redact(body) }),
    ...(end && response && { end: { ...end, response } }),
  };
}
