import type { Logger } from 'pino';
import { DomainError, reasonOf } from '#service/domain/domain-error.ts';
import type { Report } from '#service/http/server.ts';
import { UpstreamError } from '#service/http/upstream/upstream-error.ts';

/** During an outage every request fails for the same reason: log it once a minute. */
const OUTAGE_MS = 60_000;

/** @param now in ms */
export function createDefectLog(log: Pick<Logger, 'error'>, now: () => number): Report['defect'] {
  const outages = new Map<string, { since: number; more: number }>();
  return (error, operation_id, operation) => {
    if (!(error instanceof DomainError))
      return log.error({ err: error, operation_id, operation }, 'defect');
    const { code } = error;
    const last = outages.get(code);
    if (last && now() - last.since < OUTAGE_MS) return void (last.more += 1);
    outages.set(code, { since: now(), more: 0 });
    const reason = error instanceof UpstreamError ? error.reason : reasonOf(error);
    const more = last?.more ?? 0;
    log.error({ code, reason, operation_id, operation, ...(more > 0 && { more }) }, error.message);
  };
}
