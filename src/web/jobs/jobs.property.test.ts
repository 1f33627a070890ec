import 'fake-indexeddb/auto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JobTarget, State } from '#bulk/job.ts';
import { ApiError } from '#client/errors.ts';
import { createBrowser, noTarget, planInactive } from '#web/jobs/jobs.test.helper.ts';
import { createJournal } from '#web/jobs/journal.ts';
import '#web/test/config.ts';
import { waitFor } from '#web/test/wait.ts';

const ITEMS = 12;
const inactive = { active: false };

/** What becomes of a write: its response is lost before or after it was done. */
type Fate = 'done' | 'refused' | 'lost' | 'lost-but-done';

/** `underWay`: its requests that have no response yet. */
type Tab = { isDead: boolean; underWay: number };

/** What is sent is done at once; the response comes when it is let through. */
function createService(fates: Fate[]) {
  const rows = new Map<string, State>(
    Array.from({ length: ITEMS }, (_, at) => [`bot_${at}`, { active: true }]),
  );
  const wrongs: string[] = [];
  const responses: Array<() => void> = [];
  /** Whose last write may have been done, and nobody has looked since. */
  const unseen = new Set<string>();
  const tabs: Tab[] = [];
  let isOpen = false;

  function targetOf(own: Tab): JobTarget {
    tabs.push(own);
    async function respond() {
      if (own.isDead) wrongs.push('a dead tab asks');
      if (tabs.some((other) => other !== own && !other.isDead && other.underWay > 0))
        wrongs.push('two tabs run it');
      own.underWay += 1;
      if (!isOpen) await new Promise<void>((resolve) => responses.push(resolve));
      own.underWay -= 1;
    }
    return {
      ...noTarget,
      async read(id) {
        const found = rows.get(id) ?? null;
        await respond();
        if (!own.isDead) unseen.delete(id);
        return found;
      },
      async write({ id }) {
        if (unseen.has(id)) wrongs.push(`${id} is written again without a look`);
        unseen.add(id);
        const fate = fates.shift() ?? 'done';
        if (fate === 'done' || fate === 'lost-but-done') rows.set(id, inactive);
        await respond();
        if (fate === 'refused') {
          if (!own.isDead) unseen.delete(id);
          throw new ApiError('', { kind: 'status', status: 429, fields: {} });
        }
        if (fate !== 'done') throw new ApiError('', { kind: 'network' });
        return { id, state: inactive };
      },
    };
  }

  return {
    rows,
    wrongs,
    targetOf,
    pass: (most: number) => responses.splice(0, most).forEach((respond) => respond()),
    open() {
      isOpen = true;
      this.pass(Infinity);
    },
  };
}

let made = 0;

const Step = fc.record({
  does: fc.constantFrom('pass', 'pass', 'pause', 'resume', 'stop', 'retryFailed', 'reload'),
  tab: fc.nat(1),
  passes: fc.integer({ min: 1, max: 5 }),
  /** Turns of the event loop until the next step. */
  turns: fc.nat(4),
});
const Fates = fc.array(fc.constantFrom<Fate>('done', 'done', 'refused', 'lost', 'lost-but-done'), {
  maxLength: 20,
});

it('writes nothing twice without a look, in one tab at a time, whatever two people press', async () => {
  const property = fc.asyncProperty(
    fc.array(Step, { maxLength: 25 }),
    Fates,
    async (steps, fates) => {
      const name = `pressed-${made++}`;
      const service = createService(fates);
      const browser = createBrowser();
      let now = 0;

      async function openTab() {
        const life = { isDead: false, underWay: 0 };
        const tab = await browser.openTab(createJournal(name), service.targetOf(life), {
          clock: () => now,
          sleep: async (ms) => void (now += ms),
        });
        return {
          jobs: tab.jobs,
          die() {
            life.isDead = true;
            tab.die();
          },
        };
      }

      const tabs = [await openTab(), await openTab()] as const;
      const open = [...tabs];
      await tabs[0].jobs.start(planInactive(service.rows));
      for (const { does, tab, passes, turns } of steps) {
        const pressed = open[tab];
        if (does === 'pass') service.pass(passes);
        else if (does !== 'reload') pressed?.jobs[does]();
        else {
          pressed?.die();
          open[tab] = await openTab();
        }
        for (let turn = 0; turn < turns; turn += 1)
          await new Promise((resolve) => setImmediate(resolve));
      }
      expect(service.wrongs).toEqual([]);

      fates.length = 0;
      service.open();
      const journal = createJournal(name);
      const job = await journal.job('api.test 1');
      await waitFor(async () => {
        open[0]?.jobs.retryFailed();
        const items = await journal.items(job?.id ?? '');
        expect(items.map(({ status }) => status)).toEqual(Array(ITEMS).fill('confirmed'));
      });
      for (const tab of open) tab.die();
      expect(service.wrongs).toEqual([]);
      expect([...service.rows.values()].filter(({ active }) => active)).toEqual([]);
    },
  );
  await fc.assert(property);
});
