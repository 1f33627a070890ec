import type { Account } from '#service/commands/account.ts';

/** Tells how far some work is, in a line at most once a second. */
export function withProgress<Result>(
  { warn, waitMs }: Pick<Account, 'warn' | 'waitMs'>,
  text: () => string,
  work: Promise<Result>,
): Promise<Result> {
  let told = text();
  const timer = setInterval(() => {
    if (text() === told) return;
    told = text();
    const seconds = Math.ceil(waitMs() / 1000);
    warn(seconds > 1 ? `${told}, waits ${seconds} s for the service's limit` : told);
  }, 1000);
  return work.finally(() => clearInterval(timer));
}

/** `1,200 changes`; `1 change` */
export const count = (number: number, what: string) =>
  `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
