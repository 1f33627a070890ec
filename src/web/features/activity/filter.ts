import type { RequestLogEntry } from '#client/exchange.ts';
import { isFailed } from '#web/features/activity/outcome.ts';

export interface Filter {
  method: RequestLogEntry['method'] | 'all';
  onlyFailed: boolean;
}

export const everything: Filter = { method: 'all', onlyFailed: false };

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export const filtered = (exchanges: readonly RequestLogEntry[], { method, onlyFailed }: Filter) =>
  exchanges.filter(
    (exchange) =>
      (method === 'all' || exchange.method === method) && (!onlyFailed || isFailed(exchange)),
  );
