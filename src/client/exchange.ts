import { operationIdOf, type Answer } from '#client/answer.ts';
import type { ApiFailure } from '#client/api-error.ts';
import { beginOf } from '#client/begin-of.ts';
import type { RequestParts } from '#client/request.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/**
 * One request and what came of it, for people to see: the header `Authorization` is not among its parts, and the key
 * is in none of its texts.
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
  /** Milliseconds of the day's clock. */
  startedAt: number;
  /** Missing while it is under way. */
  end?: ExchangeEnd;
}

export interface ExchangeEnd {
  durationMs: number;
  /** Missing when no whole answer came. */
  answer?: ExchangeAnswer;
  /** Missing after a success; `cancelled`: nobody waits for it any more. */
  failure?: ApiFailure | { kind: 'cancelled' };
  /** How a success differs from the documented one; the app can read it all the same. */
  deviations: string[];
}

export interface ExchangeAnswer {
  /** 0 of a redirect: browsers do not tell it. */
  status: number;
  headers: Record<string, string>;
  /** The first `BODY_MAX` characters; empty when there is none. */
  body: string;
  /** Characters of the whole. */
  bodyLength: number;
  operationId?: string;
}

export const BODY_MAX = 10_240;

let made = 0;

/** @returns tells how it ended; `onRequest` hears of the begin and of the end */
export function beginExchange(
  onRequest: ((exchange: RequestLogEntry) => void) | undefined,
  { path: template }: Endpoint,
  parts: RequestParts & Pick<RequestLogEntry, 'base'>,
  attempt: number,
  redact: (text: string) => string,
) {
  const clock = performance.now();
  const exchange: RequestLogEntry = {
    number: ++made,
    attempt,
    template,
    startedAt: Date.now(),
    ...parts,
    // An id that somebody has typed may be the key, pasted into the wrong field.
    path: redact(parts.path),
    headers: withoutKey(Object.entries(parts.headers), redact),
    ...(parts.body !== undefined && { body: redact(parts.body) }),
  };
  onRequest?.(exchange);

  return (
    answer: Answer | undefined,
    failure: ExchangeEnd['failure'],
    deviations: string[] = [],
  ) => {
    const durationMs = performance.now() - clock;
    const end = {
      durationMs,
      deviations,
      ...(answer && { answer: seen(answer) }),
      ...(failure && { failure }),
    };
    onRequest?.({ ...exchange, end });
  };
}

function seen(answer: Answer): ExchangeAnswer {
  const { response, text, redact } = answer;
  const operationId = operationIdOf(answer);
  return {
    status: response.status,
    headers: withoutKey([...response.headers], redact),
    body: redact(beginOf(text, BODY_MAX)),
    bodyLength: text.length,
    ...(operationId !== undefined && { operationId }),
  };
}

const withoutKey = (headers: Array<[string, string]>, redact: (text: string) => string) =>
  Object.fromEntries(headers.map((header) => header.map(redact)));
