import { count, formatNumber } from '#web/lib/format.ts';
import { aboutTime } from '#web/lib/time.ts';

/** Up to here nobody plans around it. */
const A_FEW_SECONDS = 5000;

export const isLong = (ms: number) => ms > A_FEW_SECONDS;

/** @param ms that the pace alone takes */
export const startSentence = (all: number, ms: number) =>
  `Checking ${count(all, 'route')}${isLong(ms) ? `, ${aboutTime(ms)}` : ''}…`;

export const progressSentence = (checked: number, all: number, ms: number) =>
  `Checked ${formatNumber(checked)} of ${formatNumber(all)}${isLong(ms) ? `, ${aboutTime(ms)} left` : ''}.`;

export const pauseSentence = (ms: number) =>
  `The service asks to wait ${formatNumber(Math.ceil(ms / 1000))} s. Checking goes on after that.`;

/** @param reason why the rest was left, where it was no wish of the person */
export function resultSentence(checked: number, all: number, reason?: string): string {
  if (checked === all) return `Checked ${count(all, 'route')}.`;
  const stopped = `Stopped after ${formatNumber(checked)} of ${formatNumber(all)}.`;
  return [stopped, reason, 'What was read before stays.'].filter(Boolean).join(' ');
}
