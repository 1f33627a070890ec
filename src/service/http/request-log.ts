import type { ServerResponse } from 'node:http';

/** One request, as it may be logged and measured: nothing in it came from outside but the method and the status. */
export interface RequestLine {
  operation_id: string;
  /** One of about 35: Node refuses a request with another method. */
  method: string;
  /** Pattern such as `/bot_users/{id}`, never the address itself. */
  route: string;
  status: number;
  /** From the first line of the request to the end of the response. */
  ms: number;
  /** The connection was closed before the end of the response; `status` is 499 when not even its head was written. */
  aborted?: true;
}

/** The client has left, or its body broke off: neither a success nor a failure. nginx uses the same number. */
const CLIENT_LEFT = 499;

/**
 * Writes one line of a request, however it ends.
 *
 * @param route gives the pattern, which need not be known yet
 */
export function logAtEnd(
  write: (line: RequestLine) => void,
  operation_id: string,
  response: ServerResponse,
  route: () => string,
): void {
  const start = performance.now();
  response.once('close', () =>
    write({
      operation_id,
      method: response.req.method ?? '',
      route: route(),
      status: response.headersSent ? response.statusCode : CLIENT_LEFT,
      ms: Math.round((performance.now() - start) * 100) / 100,
      ...(!response.writableFinished && { aborted: true }),
    }),
  );
}
