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
  /** The client went away before the end of the response; `status` is 499 when not even its head was written. */
  aborted?: true;
}

/** The client disconnected before the response: neither a success nor a failure. nginx uses the same number. */
const CLIENT_LEFT = 499;

/** Writes one line for each request, however it ends. */
export function createRequestLog(write: (line: RequestLine) => void) {
  /** Of requests that are not logged yet. */
  const open = new WeakMap<ServerResponse, (status: number, isWhole: boolean) => string>();

  return {
    /** @param route gives the pattern, which need not be known yet */
    begin(operation_id: string, response: ServerResponse, route: () => string): void {
      const start = performance.now();
      const { method = '' } = response.req;
      open.set(response, (status, isWhole) => {
        open.delete(response);
        write({
          operation_id,
          method,
          route: route(),
          status,
          ms: Math.round((performance.now() - start) * 100) / 100,
          ...(!isWhole && { aborted: true }),
        });
        return operation_id;
      });
      response.once('close', () => {
        const status = response.headersSent ? response.statusCode : CLIENT_LEFT;
        open.get(response)?.(status, response.writableFinished);
      });
    },

    /**
     * Logs a response that is written without a response object.
     *
     * @param broken of the request that could not be read to its end; its line and operation id are used
     * @returns the operation id that the response is to carry
     */
    endWithout(broken: ServerResponse | undefined, status: number, newId: () => string): string {
      const end = broken && open.get(broken);
      if (end) return end(status, true);
      const operation_id = newId();
      // Its start is unknown.
      write({ operation_id, method: 'OTHER', route: 'unknown', status, ms: 0 });
      return operation_id;
    },
  };
}
