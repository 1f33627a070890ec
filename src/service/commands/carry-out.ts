import { createEngine } from '#bulk/engine.ts';
import { itemsOf, type Counts, type JobTarget, type PlanLine, type TargetKind } from '#bulk/job.ts';
import { endedOf } from '#bulk/rollout.ts';
import { sleep } from '#client/retry.ts';
import type { Account } from '#service/commands/account.ts';
import { count, lineText } from '#service/commands/plan-text.ts';

/** Makes changes at the pace of the service, until a signal. @returns whether all are made; prints each that is not */
export async function carryOut(
  account: Account,
  { kind, target, plannedAt }: { kind: TargetKind; target: JobTarget; plannedAt: number },
  changes: readonly PlanLine[],
): Promise<boolean> {
  const { print, warn, settings, room, reasonOf } = account;
  const halt = new AbortController();
  let why = 'Stopped.';
  const engine = createEngine({
    items: itemsOf(changes),
    target,
    plannedAt,
    atOnce: settings.requestsAtOnce,
    save: async () => {},
    onChange: () => {},
    room,
    // Nobody can sign in again here.
    async renewed() {
      why = 'The service has refused the key in API_KEY.';
      halt.abort();
    },
    clock: () => performance.now(),
    sleep,
    random: Math.random,
    reasonOf,
  });
  const progress = () => progressText(engine.state().counts, changes.length);
  function stop() {
    warn('Stopping: what is under way ends first.');
    halt.abort();
  }
  for (const signal of SIGNALS) process.once(signal, stop);
  await account.withProgress(progress, engine.run(halt.signal, new AbortController().signal));
  for (const signal of SIGNALS) process.off(signal, stop);

  const { counts, pauseText = why } = engine.state();
  for (const { at, status, reason = '' } of engine.items()) {
    const line = changes[at];
    if (line === undefined || status === 'confirmed' || status === 'wanted') continue;
    const word = status === 'sent' ? 'unsure' : status;
    print(`${word}: ${lineText(kind, line)}. ${reason}`.trim());
  }
  print(`${progress()}.`);
  if (counts.wanted + counts.sent > 0) print(`${pauseText} Run the command again to go on.`);
  return counts.confirmed === changes.length;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** `120 of 1,000 changes: 118 done, 2 failed` */
function progressText(counts: Counts, total: number): string {
  const { confirmed: done, failed, skipped, unsure } = counts;
  const parts = Object.entries({ done, failed, skipped, unsure })
    .filter(([, number]) => number > 0)
    .map(([word, number]) => `${number.toLocaleString('en')} ${word}`);
  return [`${endedOf(counts).toLocaleString('en')} of ${count(total, 'change')}`, parts.join(', ')]
    .filter(Boolean)
    .join(': ');
}
