import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Task } from '#web/features/bot-users/data/loader.ts';
import { refused, settled, Tab } from '#web/features/bot-users/data/loader.test.helper.ts';
import {
  pageOf,
  SimulatedService,
} from '#web/features/bot-users/data/simulated-service.test.helper.ts';

const which = fc.nat(30);
const act = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ do: 'answer' } as const) },
  { weight: 2, arbitrary: fc.constant({ do: 'read' } as const) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('run' as const),
      task: fc.constantFrom<Task>('refresh', 'more', 'all', 'check'),
    }),
  },
  fc.record({
    do: fc.constantFrom('cancel' as const, 'create' as const, 'elsewhere creates' as const),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'elsewhere inserts' as const,
        'elsewhere removes' as const,
        'elsewhere renames' as const,
        'remove' as const,
        'wish' as const,
        'grant' as const,
      ),
      which,
    }),
  },
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

const fault = fc.constantFrom('none', 'none', 'refusal', 'empty', 'first page again');

const start = (size: number) =>
  new SimulatedService(...Array.from({ length: size }, (_, index) => index * 1000));

/** A tab whose every step is watched. */
class WatchedTab extends Tab {
  readonly wishes = new Map<string, boolean>();
  /** Rows that were taken away although the service has them. */
  readonly lost: string[] = [];
  #names = 0;

  constructor(service: SimulatedService) {
    super(service);
    this.rows.onChange((change) => {
      if (change.kind !== 'removed') return;
      this.lost.push(...[...change.slots].map((slot) => this.rows.at(slot).id).filter(service.has));
    });
  }

  async take(step: Act): Promise<void> {
    const { service } = this;
    if (step.do === 'answer') await this.answer();
    else if (step.do === 'read') this.read();
    else if (step.do === 'run') void this.loader.run(step.task);
    else if (step.do === 'cancel') this.loader.cancel();
    else if (step.do === 'create') this.create();
    else if (step.do === 'elsewhere creates') service.create();
    else if ('which' in step) this.#takeOne(step.do, step.which);
    await settled();
  }

  #takeOne(what: string, index: number) {
    const there = this.service.bots[index % Math.max(1, this.service.bots.length)]?.id;
    const here = this.ids[index % Math.max(1, this.ids.length)];
    if (there !== undefined) {
      if (what === 'elsewhere inserts') this.service.insertBelow(there);
      if (what === 'elsewhere removes') this.service.remove(there);
      if (what === 'elsewhere renames') this.service.edit(there, { name: `new ${++this.#names}` });
    }
    if (here !== undefined) {
      if (what === 'remove') this.remove(here);
      if (what === 'wish') this.#press(here);
    }
    const [wished] = this.wishes;
    if (what === 'grant' && wished) this.#grant(...wished);
  }

  #press(id: string) {
    const active = this.rows.get(id)?.active !== true;
    this.wishes.set(id, active);
    this.wish(id, active);
  }

  #grant(id: string, active: boolean) {
    this.wishes.delete(id);
    this.grant(id, active);
  }

  async comesToRest() {
    for (const wished of this.wishes) this.#grant(...wished);
    await this.answerAll();
  }

  /** What must never be, by its name. */
  wrong(): Record<string, boolean> {
    const { rows, ids, shown } = this;
    const is = {
      'two requests at once': this.most > 1,
      'a row twice': new Set(ids).size < ids.length,
      'a wrong count': rows.active !== shown.filter((each) => each.active).length,
      'a deleted row back': ids.some(this.changes.isGone),
      'a wish undone': [...this.wishes].some(([id, active]) => rows.get(id)?.active === !active),
      'a row lost': this.lost.length > 0,
    };
    return Object.fromEntries(Object.entries(is).filter(([, isSo]) => isSo));
  }
}

it('ends with what the service has, whatever others and the person do meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(9), fc.array(act, { maxLength: 60 }), async (size, steps) => {
      const tab = new WatchedTab(start(size));
      for (const step of steps) {
        await tab.take(step);
        expect(tab.wrong()).toEqual({});
      }
      await tab.comesToRest();
      await tab.run('all');
      await tab.run('check');
      expect(tab.shown).toEqual(tab.service.bots);
      expect(tab.loader.state()).toMatchObject({ follows: 'end', wanted: [] });
    }),
    { numRuns: 300 },
  );
});

it('takes nothing away that exists, whatever the service answers, and gets over it', async () => {
  const steps = fc.array(fc.tuple(act, fault), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(fc.nat(9), steps, async (size, all) => {
      const tab = new WatchedTab(start(size));
      let tries = 0;
      for (const [step, wrong] of all) {
        tab.answering = (query) => {
          const position = new URLSearchParams(query).get('before_id') ?? 'bot_999999';
          if (wrong === 'empty') return pageOf([], `${position}&try=${++tries}`);
          if (wrong === 'first page again') return tab.service.page('');
          return undefined;
        };
        if (wrong === 'refusal' && step.do === 'answer') await tab.answer(refused());
        else await tab.take(step);
        expect(tab.wrong()).toEqual({});
      }
      tab.answering = () => undefined;
      await tab.comesToRest();
      // The first puts in order what came at a wrong place, the second goes through it.
      for (const task of ['check', 'check', 'all', 'check'] as const) await tab.run(task);
      expect(tab.shown).toEqual(tab.service.bots);
    }),
    { numRuns: 300 },
  );
});
