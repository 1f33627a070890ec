import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request, as it may be logged and measured: nothing in it came from outside but the method and the status. */
export interface RequestLine {
  operation_id: string;
  method: string;
  /** Pattern such as `/bot_users/{id}`, never the address itself. */
  route: string;
  status: number;
  /** From the first line of the request to the end of the response. */
  ms: number;
  /** The client went away before the end of the response; `status` is 499 when not even its head was written. */
  aborted?: true;
}

/** What is known of a request from its first line on. */
export interface RequestContext {
  request: IncomingMessage;
  response: ServerResponse;
  operationId: string;
  /** Raw, without the query. */
  path: string;
  /** The raw query with its `?`. */
  search: string;
  /** Pattern for the log, known once the request has been matched. */
  route: string;
  /** Of the response, besides the fixed ones; names and values in turn. */
  headers: string[];
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The client disconnected before the response: neither a success nor a failure. nginx uses the same number. */
const CLIENT_LEFT = 499;

interface OpenLine {
  operationId: string;
  end: (status: number, isWhole: boolean) => void;
}

/** Of requests that are not logged yet. */
const openLines = new WeakMap<ServerResponse, OpenLine>();

/** Opens the context of a request, and calls `log` once when its response has ended one way or another. */
export function openContext(
  request: IncomingMessage,
  response: ServerResponse,
  operationId: string,
  log: (line: RequestLine) => void,
): RequestContext {
  const start = performance.now();
  const { method = '', url = '' } = request;
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  const search = url.slice(path.length);
  const context = { request, response, operationId, path, search, route: 'unknown', headers: [] };

  function end(status: number, isWhole: boolean): void {
    if (!openLines.delete(response)) return;
    log({
      operation_id: operationId,
      // Node accepts unknown methods, and their names are the client's text.
      method: METHODS.has(method) ? method : 'OTHER',
      route: context.route,
      status,
      ms: Math.round((performance.now() - start) * 100) / 100,
      ...(!isWhole && { aborted: true }),
    });
  }
  openLines.set(response, { operationId, end });
  response.once('close', () =>
    end(response.headersSent ? response.statusCode : CLIENT_LEFT, response.writableFinished),
  );
  return context;
}

/**
 * Logs a response that is written without the response object. If its request has an open line, that one is used, so
 * that a request has one line and one id.
 *
 * @param response of the request that could not be read to its end; `undefined`: not even its head was read
 * @returns the id that the response is to carry
 */
export function logWritten(
  response: ServerResponse | undefined,
  status: number,
  newOperationId: () => string,
  log: (line: RequestLine) => void,
): string {
  const line = response && openLines.get(response);
  if (line) {
    line.end(status, true);
    return line.operationId;
  }
  const operation_id = newOperationId();
  // Its start is unknown.
  log({ operation_id, method: 'OTHER', route: 'unknown', status, ms: 0 });
  return operation_id;
}
