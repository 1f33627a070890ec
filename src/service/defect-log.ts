import type { Logger } from 'pino';
import { ServiceError } from '#service/domain/errors.ts';
import type { Report } from '#service/http/server.ts';

/** During an outage every request fails for the same reason: log it once a minute. */
const OUTAGE_MS = 60_000;

/** @param now in ms */
export function createDefectLog(log: Pick<Logger, 'error'>, now: () => number): Report['defect'] {
  const outages = new Map<string, { since: number; more: number }>();
  return (error, operation_id, operation) => {
    if (!(error instanceof ServiceError))
      return log.error({ err: error, operation_id, operation }, 'defect');
    const { code, reason } = error;
    const last = outages.get(code);
    if (last && now() - last.since < OUTAGE_MS) return void (last.more += 1);
    outages.set(code, { since: now(), more: 0 });
    const more = last?.more ?? 0;
    log.error({ code, reason, operation_id, operation, ...(more > 0 && { more }) }, error.message);
  };
}
