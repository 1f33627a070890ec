import type { Logger } from 'pino';
import { ServiceError } from '#service/domain/errors.ts';
import type { Report } from '#service/http/server.ts';

/** During an outage every request fails for the same reason: log it once a minute. */
const OUTAGE_MS = 60_000;

/** @param now in ms */
export function createDefectLog(log: Pick<Logger, 'error'>, now: () => number): Report['defect'] {
  const logged = new Map<string, number>();
  return (error, operation_id, operation) => {
    if (!(error instanceof ServiceError))
      return log.error({ err: error, operation_id, operation }, 'defect');
    const { code, reason } = error;
    if (now() - (logged.get(code) ?? -OUTAGE_MS) < OUTAGE_MS) return;
    logged.set(code, now());
    log.error({ code, reason, operation_id, operation }, error.message);
  };
}
