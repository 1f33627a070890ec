import { createCall, type ApiClientOptions } from '#client/api-client.ts';
import { redacted, type RequestLogEntry } from '#client/request-log.ts';

export const KEY = 'secret-key-0123456789';

/** Calls to a service that answers so, and what is reported of them. */
export function watching(fetch: ApiClientOptions['fetch'], apiKey = () => KEY) {
  const reports: RequestLogEntry[] = [];
  const call = createCall({
    baseUrl: 'https://api.test',
    apiKey,
    onRequest: (exchange) => reports.push(exchange),
    ...(fetch && { fetch }),
  });
  return { call, reports, shown: () => JSON.stringify(reports.map(redacted)) };
}
