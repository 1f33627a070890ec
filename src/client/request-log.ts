import * as z from 'zod/mini';
import type { ApiFailure } from '#client/errors.ts';
import type { RequestParts } from '#client/request.ts';
import { operationIdOf, placeOf, truncate, type ParsedResponse } from '#client/response.ts';
import { none, type Endpoint } from '#contract/endpoint.ts';

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
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Missing while it is under way. */
  end?: RequestEnd;
}

export interface RequestEnd {
  durationMs: number;
  /** Missing when no whole response came. */
  response?: LoggedResponse;
  /** Missing after a success; `cancelled`: nobody waits for it any more. */
  failure?: ApiFailure | { kind: 'cancelled' };
  /** How a success differs from the documented one; the app can read it all the same. */
  deviations: string[];
}

export interface LoggedResponse {
  /** 0 of a redirect: browsers hide it. */
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

/** Reports the start of a request. @returns reports its end */
export function logRequest(
  onRequest: ((entry: RequestLogEntry) => void) | undefined,
  endpoint: Endpoint,
  parts: RequestParts & Pick<RequestLogEntry, 'base' | 'attempt'>,
  redact: (text: string) => string,
) {
  const clock = performance.now();
  const entry: RequestLogEntry = {
    number: ++made,
    template: endpoint.path,
    startedAt: Date.now(),
    ...parts,
    // An id that somebody has typed may be the key, pasted into the wrong field.
    path: redact(parts.path),
    headers: withoutKey(Object.entries(parts.headers), redact),
    ...(parts.body !== undefined && { body: redact(parts.body) }),
  };
  onRequest?.(entry);

  return (response: ParsedResponse | undefined, failure?: RequestEnd['failure']) => {
    const durationMs = performance.now() - clock;
    const report = () =>
      onRequest?.({
        ...entry,
        end: {
          durationMs,
          deviations: response && !failure ? deviationsOf(endpoint, response) : [],
          ...(response && { response: toLogged(response) }),
          ...(failure && { failure }),
        },
      });
    // The next request may depend on a failure. Nothing does on a success, which is to be shown first.
    if (failure) report();
    else whenIdle(report);
  };
}

/** Responses are kept until then: not for long. */
const IDLE_WAIT_MAX_MS = 1000;

/** Safari and Node have no idle callbacks. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: IDLE_WAIT_MAX_MS });
  else setTimeout(work);
}

function toLogged(response: ParsedResponse): LoggedResponse {
  const { head, text, redact } = response;
  const operationId = operationIdOf(response);
  return {
    status: head.status,
    headers: withoutKey([...head.headers], redact),
    body: redact(truncate(text, BODY_MAX)),
    bodyLength: text.length,
    ...(operationId !== undefined && { operationId }),
  };
}

const withoutKey = (headers: Array<[string, string]>, redact: (text: string) => string) =>
  Object.fromEntries(headers.map((header) => header.map(redact)));

const DEVIATIONS_MAX = 20;
const DEVIATION_TEXT_MAX = 120;

/**
 * How a success that the app can read differs from the documented one: another status, parts that are missing, of
 * another kind, or not documented.
 *
 * @returns one text for each difference, the same for every row that has it
 */
export function deviationsOf(
  { status, result, answer = result }: Endpoint,
  { head, json, redact }: ParsedResponse,
): string[] {
  const found = new Set<string>();
  if (head.status !== status) found.add(`Status ${head.status} in place of ${status}`);
  if (answer !== none) {
    const schema = answer();
    if (!head.headers.has('content-type')) found.add('The content type is missing');
    const issues = z.safeParse(schema, json?.value).error?.issues ?? [];
    for (const { path } of issues) found.add(`${placeOf(path)} is missing or of another kind`);
    for (const path of undocumented(schema, json?.value, []))
      found.add(`${placeOf(path)} is not documented`);
  }
  return [...found]
    .slice(0, DEVIATIONS_MAX)
    .map((text) => redact(truncate(text, DEVIATION_TEXT_MAX)));
}

/** Paths of fields that a schema does not name, wherever in a value they are. */
function undocumented(
  schema: z.core.$ZodType,
  value: unknown,
  path: PropertyKey[],
): PropertyKey[][] {
  const { def } = (schema as z.core.$ZodTypes)._zod; // every schema of the contract is one of zod's own
  if (def.type === 'array' && Array.isArray(value))
    return value.flatMap((item, index) => undocumented(def.element, item, [...path, index]));
  if (def.type === 'object' && typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, part]) => {
      const known = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
      return known ? undocumented(known, part, [...path, name]) : [[...path, name]];
    });
  return [];
}
