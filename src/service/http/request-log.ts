import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request, as it may be logged and measured: nothing in it came from outside but the method and the status. */
export interface RequestLine {
  operation_id: string;
  method: string;
  /** Pattern such as `/bot_users/{id}`, never the address itself. */
  route: string;
  status: number;
  /** From the first line of the request to the end of the answer. */
  ms: number;
  /** The client went away before the end of the answer. */
  aborted?: true;
}

const routes = new WeakMap<ServerResponse, string>();

/** Tells which pattern a request has met. */
export const noteRoute = (response: ServerResponse, pattern: string) =>
  void routes.set(response, pattern);

/** @returns what was asked for, for the log of a defect */
export const operationOf = ({ method }: IncomingMessage, response: ServerResponse) =>
  `${method} ${routes.get(response) ?? 'unknown'}`;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Calls `log` once, when the answer has ended one way or another. */
export function logAtEnd(
  { method = '' }: IncomingMessage,
  response: ServerResponse,
  operationId: string,
  log: (line: RequestLine) => void,
): void {
  const start = performance.now();
  response.once('close', () =>
    log({
      operation_id: operationId,
      // Any word can be a method for Node, and a word may hold anything.
      method: METHODS.has(method) ? method : 'OTHER',
      route: routes.get(response) ?? 'unknown',
      status: response.statusCode,
      ms: Math.round((performance.now() - start) * 100) / 100,
      ...(!response.writableFinished && { aborted: true }),
    }),
  );
}
