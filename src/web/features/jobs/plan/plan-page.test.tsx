// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/plan" }
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testConfig } from '#web/api/config.test.helper.ts';
import { setConfig } from '#web/api/config.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { PlanPage } from '#web/features/jobs/plan/plan-page.tsx';
import { createTarget, plan } from '#web/features/jobs/plan/plan.test.helper.ts';
import type { Change, JobState, Plan } from '#web/jobs/job.ts';
import { createStore } from '#web/lib/emitter.ts';
import { waitFor } from '#web/lib/wait.test.helper.ts';

const fake = vi.hoisted(() => ({ jobs: {} as Record<string, unknown> }));
vi.mock('#web/jobs/jobs.ts', () => fake);

let root: Root | undefined;
let open: ReturnType<typeof createStore<Plan | undefined>>;
let job: ReturnType<typeof createStore<JobState | undefined>>;
const started = vi.fn<(plan: Plan) => Promise<void>>();

function Address() {
  return <output>{useLocation().pathname}</output>;
}

async function show(of: Plan | undefined, target = createTarget()) {
  open = createStore(of);
  job = createStore<JobState | undefined>(undefined);
  started.mockReset().mockResolvedValue(undefined);
  Object.assign(fake.jobs, {
    plan: open.get,
    setPlan: open.set,
    state: job.get,
    start: started,
    targetOf: () => target,
    subscribe(listener: () => void) {
      const stops = [open.subscribe(listener), job.subscribe(listener)];
      return () => stops.forEach((stop) => stop());
    },
  });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root?.render(
      <MemoryRouter initialEntries={['/plan']}>
        <main id="main">
          <PlanPage lists={{ 'bot-user': { to: '/bot-users?q=eu' }, route: { to: '/routes' } }} />
        </main>
        <Address />
      </MemoryRouter>,
    ),
  );
}

beforeEach(() => {
  setConfig(testConfig());
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(rateLimiter, 'msFor').mockImplementation((requests) => requests * 40_000);
  vi.spyOn(rateLimiter, 'use').mockReturnValue({ limit: 120, used: 72 });
});
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const heading = () => document.querySelector('h1')?.textContent;
const rows = () => [...document.querySelectorAll('tbody tr')];
const named = (selector: string, name: string) => {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
  );
  if (!found) throw new Error(`No ${selector} is called ${name}`);
  return found;
};
const press = (selector: string, name: string) => act(async () => named(selector, name).click());
async function type(input: HTMLElement, text: string) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const switches: Plan = { ...plan, lines: plan.lines.filter(({ kind }) => kind !== 'delete') };

describe('a plan', () => {
  it('is read, and nothing of it is sent before the press on Apply', async () => {
    await show(switches);
    expect(heading()).toBe('Plan: change 3 bot users');
    expect(rows()[0]?.textContent).toContain('− Removed: Active+ Added: InactiveSet inactive');
    expect(rows()).toHaveLength(3);
    // With a look before the rename.
    expect(document.body.textContent).toContain(
      'At most 3 requests, about 2 min. 48 of 120 left this minute. States read just now.',
    );
    expect(started).not.toHaveBeenCalled();
    await press('button', 'Apply 2 changes');
    expect(started).toHaveBeenCalledExactlyOnceWith(switches);
    expect(document.querySelector('output')?.textContent).toBe('/bot-users');
  });

  it('keeps what was left out, and applies the rest', async () => {
    await show(switches);
    await press('input', 'Include us');
    expect(heading()).toBe('Plan: set 1 bot user inactive');
    expect(open.get()?.lines.map(({ isOut = false }) => isOut)).toEqual([false, true, false]);
    await press('button', 'Apply 1 change');
    expect(started).toHaveBeenCalledOnce();
  });

  it('asks before it deletes, and offers what has a way back', async () => {
    await show(plan);
    await press('button', 'Apply 3 changes');
    expect(named('dialog h2', 'Delete 1 bot user?')).toBeDefined();
    expect(started).not.toHaveBeenCalled();
    await press('dialog button', 'Set inactive instead');
    expect(document.querySelector('dialog')).toBeNull();
    expect(open.get()?.lines[2]).toMatchObject({ kind: 'set-inactive', after: { active: false } });
    await press('button', 'Apply 3 changes');
    expect(started).toHaveBeenCalledOnce();
  });

  it('deletes once that was confirmed', async () => {
    await show(plan);
    await press('button', 'Apply 3 changes');
    await press('dialog button', 'Delete 1 bot user');
    expect(started).toHaveBeenCalledExactlyOnceWith(plan);
  });

  it.each([
    [
      'nothing would change',
      { ...plan, lines: plan.lines.slice(3) },
      undefined,
      'Nothing would change.',
    ],
    ['another job is not over', switches, 'paused', 'Another job is not over yet.'],
  ] as const)('cannot be applied while %s, and says so', async (_why, of, status, reason) => {
    await show(of);
    if (status) await act(async () => job.set({ status } as JobState));
    const apply = [...document.querySelectorAll('button')].find((each) =>
      each.textContent.startsWith('Apply'),
    );
    expect(apply?.getAttribute('aria-disabled')).toBe('true');
    expect(document.body.textContent).toContain(reason);
    await act(async () => apply?.click());
    expect(started).not.toHaveBeenCalled();
  });

  it('says when another tab was faster', async () => {
    await show(switches);
    started.mockRejectedValue(new Error('Another job is not over yet.'));
    await press('button', 'Apply 2 changes');
    await waitFor(() => document.body.textContent.includes('Another job is not over yet.'));
    expect(named('button', 'Apply 2 changes').getAttribute('aria-disabled')).toBeNull();
  });

  it('draws a hundred lines, and more at a press', async () => {
    const [first] = plan.lines;
    if (!first) throw new Error('The plan has lines');
    await show({
      ...plan,
      lines: Array.from({ length: 250 }, (_, at) => ({ ...first, id: `${at}` })),
    });
    expect(rows()).toHaveLength(100);
    await press('button', 'Show more');
    expect(rows()).toHaveLength(200);
  });

  it('goes in steps and stops at failures as the person says, and keeps that', async () => {
    const rollout = { steps: [1, 5], stopAfter: 1 };
    await show({ ...switches, rollout });
    const most = named('input', 'Stop at the first failures');
    await press('input', 'Include us');
    await act(async () =>
      document.querySelector<HTMLElement>('[role=group] [type=checkbox]')?.click(),
    );
    expect(open.get()?.rollout).toEqual({ steps: [], stopAfter: 1 });
    for (const [text, stopAfter] of [
      ['3', 3],
      ['', null],
      ['0', 1],
      ['2e3', 1],
    ] as const) {
      await type(most, text);
      expect(open.get()?.rollout?.stopAfter).toBe(stopAfter);
    }
    expect(document.querySelector('[role=alert]')?.textContent).toContain('whole number');
    expect(open.get()?.lines[1]?.isOut).toBe(true);
  });

  it('has no steps where it asks for none', async () => {
    await show(switches);
    expect(document.querySelector('[role=group]')).toBeNull();
  });

  it('warns of what it does, and is applied only with the consent that asks for', async () => {
    const warnings = (of: readonly Change[]) => [
      { title: `Enforced with no policy on ${of.length} routes.`, text: '', consent: 'I know' },
    ];
    await show(switches, { ...createTarget(), warnings });
    await press('button', 'Apply 2 changes');
    expect(started).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(document.querySelector('[role=note] input'));
    expect(document.querySelector('[role=alert]')?.textContent).toContain('Tick this');
    await act(async () => (document.activeElement as HTMLElement).click());
    // Another number is another thing to know.
    await press('input', 'Include us');
    await press('button', 'Apply 1 change');
    expect(started).not.toHaveBeenCalled();
    await act(async () => (document.activeElement as HTMLElement).click());
    await press('button', 'Apply 1 change');
    expect(started).toHaveBeenCalledOnce();
  });

  it('says of routes what is removed from them', async () => {
    const routes: Plan = { ...plan, target: 'route', lines: plan.lines.slice(2, 3) };
    await show(routes, { ...createTarget(), idText: () => 'edge_1 route_1' });
    expect(rows()[0]?.textContent).toContain('edge_1 route_1');
    await press('button', 'Apply 1 change');
    expect(named('dialog h2', 'Remove the IP restriction from 1 route?')).toBeDefined();
    await press('dialog button', 'Remove from 1 route');
    expect(document.querySelector('output')?.textContent).toBe('/routes');
  });

  it('shows one kind of line', async () => {
    await show(plan);
    await press('input', 'Delete');
    expect(rows()).toHaveLength(1);
    expect(document.body.textContent).toContain('1 of 4 lines shown.');
  });
});

it('leads back where no plan is open', async () => {
  await show(undefined);
  expect(heading()).toBe('Plan');
  expect(named('h2', 'No plan is open')).toBeDefined();
  expect(named('a', 'Back to bot users').getAttribute('href')).toBe('/bot-users?q=eu');
  expect(named('a', 'Back to routes').getAttribute('href')).toBe('/routes');
});
