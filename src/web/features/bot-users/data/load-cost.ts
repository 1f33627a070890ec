import { PAGE_LIMIT_MAX } from '#contract/page.ts';
import { formatNumber } from '#web/lib/format.ts';

/** What loading the rest takes. @param perMinute requests that long work may send; `null`: no limit */
export const loadCost = (perMinute: number | null) =>
  `${PAGE_LIMIT_MAX} at a time${perMinute === null ? '' : `, at most ${formatNumber(perMinute)} requests a minute`}. Total unknown.`;
