// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UndoHost } from '#web/features/jobs/recent-changes/changes-parts.tsx';
// Loaded before the first wait.
import '#web/features/jobs/recent-changes/late-changes.ts';
import { changes, type RecordedChange } from '#web/jobs/changes.ts';
import type { Change, JobItem } from '#web/jobs/job.ts';
import { beginUndo, requestUndo, undoRequest } from '#web/jobs/current-job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { session } from '#web/session/session.ts';
import { ReceiptProvider } from '#web/ui/feedback/receipt.tsx';

const runOne = vi.spyOn(jobs, 'runOne');
const list = vi.spyOn(changes, 'get');
let root: Root;
let host: HTMLElement;
let place: ReturnType<typeof useLocation>;

function Place() {
  const location = useLocation();
  useEffect(() => void (place = location), [location]);
  return null;
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  undoRequest.set(undefined);
  list.mockReturnValue([]);
  runOne.mockReset();
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  await act(async () =>
    root.render(
      <MemoryRouter>
        <ReceiptProvider>
          <Place />
          <UndoHost />
        </ReceiptProvider>
      </MemoryRouter>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

const bot = (name: string, active: boolean) => ({ name, active });
const renamed: RecordedChange = {
  target: 'bot-user',
  at: 1,
  id: 'bot_1',
  label: 'b',
  before: bot('a', true),
  after: bot('b', true),
};
const ends = (end: Partial<JobItem> & Pick<JobItem, 'status'>) =>
  runOne.mockImplementationOnce(async (_target, change) => ({
    at: 0,
    endedAt: 0,
    ...change,
    ...end,
  }));
const sent = () =>
  runOne.mock.calls.map(([, { before, after }]: [unknown, Change]) => [before, after]);
const receipt = () => host.querySelector('[role=status]')?.textContent;
const dialog = () => document.querySelector('[role=alertdialog]');
const press = (name: string) =>
  act(async () =>
    [...document.querySelectorAll('button')]
      .find(({ textContent }) => textContent === name)
      ?.click(),
  );
async function undo(change: RecordedChange) {
  await act(async () => undoRequest.set({ ...change }));
  await vi.waitFor(async () => {
    await act(async () => {});
    expect(undoRequest.get() === undefined || dialog() !== null).toBe(true);
  });
}

it('sends the way back, and offers to go it again', async () => {
  ends({ status: 'confirmed' });
  await undo(renamed);
  expect(sent()).toEqual([[bot('b', true), bot('a', true)]]);
  expect(receipt()).toContain('Renamed from b to a.');
  ends({ status: 'confirmed' });
  await press('Undo');
  await vi.waitFor(() => expect(sent()[1]).toEqual([bot('a', true), bot('b', true)]));
});

it('sends it once, however often it is pressed', async () => {
  let answer = () => {};
  runOne.mockImplementationOnce(async (_target, change) => {
    await new Promise<void>((resolve) => (answer = resolve));
    return { ...change, at: 0, status: 'confirmed' };
  });
  await act(async () => beginUndo(renamed));
  await act(async () => beginUndo(renamed));
  await act(async () => requestUndo('bot-user', renamed));
  expect(sent()).toHaveLength(1);
  await act(async () => answer());
  expect(undoRequest.get()).toBeUndefined();
});

it('leaves no question for whoever signs in next', async () => {
  await undo({ ...renamed, before: null });
  expect(dialog()).not.toBeNull();
  session.signIn('some key', false);
  await act(async () => session.end('signed-out'));
  expect(dialog()).toBeNull();
});

it('keeps what somebody else has changed beside it', async () => {
  ends({ status: 'skipped', reason: 'Changed since the plan.', found: bot('b', false) });
  ends({ status: 'confirmed' });
  await undo(renamed);
  expect(sent()[1]).toEqual([bot('b', false), bot('a', false)]);
  expect(dialog()).toBeNull();
});

it('asks before it goes over what somebody else has done', async () => {
  ends({ status: 'skipped', reason: 'Changed since the plan.', found: bot('c', true) });
  await undo(renamed);
  expect(dialog()?.textContent).toContain('It is now named c and active.');
  expect(sent()).toHaveLength(1);
  ends({ status: 'confirmed' });
  await press('Undo anyway');
  expect(sent()[1]).toEqual([bot('c', true), bot('a', true)]);
  expect(dialog()).toBeNull();
});

it('sends nothing where the question is left', async () => {
  ends({ status: 'skipped', reason: 'Changed since the plan.', found: bot('c', true) });
  await undo(renamed);
  await press('Cancel');
  expect(sent()).toHaveLength(1);
  expect(undoRequest.get()).toBeUndefined();
});

it('asks before it deletes what was created, and offers no Undo of that', async () => {
  await undo({ ...renamed, before: null });
  expect(dialog()?.querySelector('h2')?.textContent).toBe('Delete b?');
  expect(runOne).not.toHaveBeenCalled();
  ends({ status: 'confirmed' });
  await press('Delete bot user');
  expect(sent()).toEqual([[bot('b', true), null]]);
  expect(receipt()).toBe('b deleted.');
});

it.each([
  [{ status: 'failed', reason: 'You are offline.' }, 'Not undone. You are offline.'],
  [{ status: 'unsure', reason: 'No answer.' }, 'We do not know if this was undone. No answer.'],
  [{ status: 'skipped', reason: 'Protected.' }, 'Not undone. Protected.'],
] as const)('says what became of it: %j', async (end, text) => {
  ends(end);
  await undo(renamed);
  expect(receipt()).toContain(text);
  ends({ status: 'confirmed' });
  await press('Try again');
  await vi.waitFor(() => expect(receipt()).toContain('Renamed from b to a.'));
});

it('says why not where that is known', async () => {
  await undo({ ...renamed, after: null });
  expect(receipt()).toBe('Not undone. A deletion cannot be undone.');
  ends({ status: 'skipped', reason: 'No longer exists.', found: null });
  await undo(renamed);
  expect(receipt()).toBe('Not undone. Deleted since.');
});

it('leads to the editor of a route, which shows what is put back', async () => {
  const module = { enabled: true, ip_policy_ids: ['ipp_1'] };
  const id = JSON.stringify(['edge/1', 'route_1']);
  await undo({ ...renamed, target: 'route', id, before: module, after: null });
  expect(place.pathname).toBe('/edges/edge%2F1/routes/route_1/ip-restriction');
  expect(place.state).toEqual({ restore: module });
});

it('makes a plan of the way back of a job', async () => {
  const plan = { target: 'bot-user', heading: '', doing: '', lines: [], plannedAt: 1 } as const;
  vi.spyOn(jobs, 'undoPlan').mockResolvedValueOnce(plan);
  const setPlan = vi.spyOn(jobs, 'setPlan').mockReturnValueOnce();
  await undo({ target: 'bot-user', at: 1, jobId: 'j', label: 'Set 2 bot users inactive' });
  expect(setPlan).toHaveBeenCalledWith(plan);
  expect(place.pathname).toBe('/plan');
});
