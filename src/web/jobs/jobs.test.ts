import 'fake-indexeddb/auto';
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Change, JobTarget, Plan, State } from '#bulk/job.ts';
import { ApiError } from '#client/errors.ts';
import { access, accessRefusal } from '#web/api/access.ts';
import { changes } from '#web/jobs/changes.ts';
import { currentJob, openPlan } from '#web/jobs/current-job.ts';
import { AT_ONCE, createBrowser, noTarget, planInactive } from '#web/jobs/jobs.test.helper.ts';
import { createJobs, jobs as ofThisTab } from '#web/jobs/jobs.ts';
import { createJournal, journal as ofBrowser } from '#web/jobs/journal.ts';
import type { JobsOptions } from '#web/jobs/loaded.ts';
import { headingOf, NOTHING_DONE } from '#web/jobs/plan.ts';
import { session } from '#web/session/session.ts';
import { createChannels } from '#web/test/browser.ts';
import { waitFor, waitUntil } from '#web/test/wait.ts';
import '#web/test/session.ts';

const refuse = (status: number) =>
  new ApiError(`The service answered ${status}`, { kind: 'status', status, fields: {} });

/** Bot users by id; a write waits until it is let through. */
function createService(ids: string[]) {
  const rows = new Map<string, State>(ids.map((id) => [id, { name: id, active: true }]));
  const writes: Change[] = [];
  const waiting: Array<() => void> = [];
  let isOpen = true;
  let failure: ApiError | undefined;
  let isOther = false;
  const target: JobTarget = {
    ...noTarget,
    read: async (id) => (isOther ? null : (rows.get(id) ?? null)),
    async write(change) {
      if (!isOpen) await new Promise<void>((pass) => waiting.push(pass));
      writes.push(change);
      if (failure) throw failure;
      if (change.after) rows.set(change.id, change.after);
      else rows.delete(change.id);
      return { id: change.id, state: change.after };
    },
    kindOf: ({ after }) => (after?.['active'] === true ? 'set-active' : 'set-inactive'),
  };
  return {
    rows,
    writes,
    target,
    fail: (next: ApiError | undefined) => (failure = next),
    close: () => (isOpen = false),
    /** The key of another account finds nothing that the job knows. */
    showOtherAccount: () => (isOther = true),
    /** Lets so many writes through. */
    async pass(most = Infinity) {
      if (most === Infinity) isOpen = true;
      for (let each = 0; each < most && waiting.length > 0; each++) waiting.shift()?.();
      await new Promise((resolve) => setTimeout(resolve));
    },
    waiting,
  };
}

let made = 0;
let name = '';
let service: ReturnType<typeof createService>;
let browser: ReturnType<typeof createBrowser>;
type Tab = Awaited<ReturnType<typeof browser.openTab>>;
let tabs: Tab[] = [];
/** Of the key in use. */
let account = '';

beforeEach(() => {
  name = `journal-${made++}`;
  service = createService(Array.from({ length: 30 }, (_, at) => `bot_${at}`));
  browser = createBrowser();
  account = 'api.test 1';
});
afterEach(() => {
  for (const tab of tabs) tab.die();
  tabs = [];
});

async function openTab(options: Partial<JobsOptions> = {}) {
  const own = { account: () => account, ...options };
  const tab = await browser.openTab(createJournal(name), service.target, own);
  tabs.push(tab);
  return tab;
}

const plan = () => planInactive(service.rows);

/** A job whose first writes wait at the service. */
async function startHeld(parts: Partial<Plan> = {}, writes = 4, of: Partial<JobsOptions> = {}) {
  service.close();
  const tab = await openTab(of);
  await tab.jobs.start({ ...plan(), ...parts });
  await waitUntil(() => service.waiting.length === writes);
  return tab;
}

async function openOne() {
  const tab = await openTab();
  const open = plan();
  openPlan.set(open);
  return { ...tab, open };
}

const { signal } = new AbortController();
const reached = (status: string) => waitUntil(() => currentJob.get()?.status === status);
const confirmed = (count: number) => waitUntil(() => currentJob.get()?.counts.confirmed === count);
const inactive = () => [...service.rows.values()].filter(({ active }) => active === false).length;

it('leaves nothing behind on the session for each time that it has run', async () => {
  const { jobs, session: ofTab } = await openTab();
  const listeners = () => getEventListeners(ofTab, 'abort').length;
  const before = listeners();
  await jobs.start(plan());
  await reached('finished');
  expect(listeners()).toBe(before);
});

it('pauses, goes on with what is left, and is recorded as one change', async () => {
  const { jobs } = await startHeld();
  jobs.pause();
  await reached('paused');
  expect(currentJob.get()?.pausedFor).toBe('person');
  await service.pass();
  await confirmed(4);
  expect(service.writes).toHaveLength(4);
  await expect(jobs.start(plan())).rejects.toThrow('not over yet');
  expect(changes.get().map(({ jobId }) => jobId)).not.toContain(currentJob.get()?.id);
  jobs.resume();
  await reached('finished');
  expect(inactive()).toBe(30);
  expect(service.writes).toHaveLength(30);
  // The report is the same in every tab.
  const reports = [jobs, (await openTab()).jobs].map((of) => of.items(currentJob.get()?.id ?? ''));
  for (const items of await Promise.all(reports))
    expect(items.filter(({ status }) => status === 'confirmed')).toHaveLength(30);
  expect(changes.get()[0]).toMatchObject({
    jobId: currentJob.get()?.id,
    label: 'Set 30 bot users inactive',
  });
});

it('tells how far it is while it runs', async () => {
  await startHeld();
  for (const done of [1, 2, 3]) {
    await service.pass(1);
    await waitFor(() => expect(currentJob.get()?.counts.confirmed).toBe(done));
  }
});

it('waits with a job that is asked for before the session has its targets', async () => {
  const { channel } = createChannels().open();
  const jobs = createJobs({ ...AT_ONCE, journal: createJournal(name), locks: undefined, channel });
  const end = new AbortController();
  const started = jobs.start(plan());
  await jobs.connect({ 'bot-user': service.target, route: service.target }, end.signal);
  await started;
  await reached('finished');
  expect(inactive()).toBe(30);
  end.abort();
});

it('stops, and undoes what was done by a plan', async () => {
  const { jobs } = await startHeld();
  jobs.stop();
  // Nothing is said of what became of it while that is not known.
  await reached('paused');
  expect(currentJob.get()?.pausedFor).toBe('stop');
  await service.pass();
  await reached('stopped');
  expect(currentJob.get()).toMatchObject({ counts: { confirmed: 4, wanted: 26 } });
  const undo = await jobs.undoPlan({ id: currentJob.get()?.id ?? '', target: 'bot-user' }, signal);
  expect(undo.lines).toHaveLength(4);
  const before = changes.get()[0];
  service.fail(refuse(409));
  await waitFor(() => jobs.start(undo));
  await waitUntil(() => currentJob.get()?.counts.failed === 4);
  await reached('finished');
  // The journal has been read by then, which a mark would wait for.
  for (let read = 0; read < 3; read++) await changes.load();
  expect(changes.get()).toContainEqual(before);
  service.fail(undefined);
  jobs.retryFailed();
  await confirmed(4);
  expect(inactive()).toBe(0);
  // The list says so, of the job that it undoes, once all of it is done.
  await waitFor(() => expect(changes.get()).toContainEqual({ ...before, isUndone: true }));
  expect(changes.get()[0]).not.toHaveProperty('isUndone');
});

it('is recorded as what cannot be undone where all was so already', async () => {
  const { jobs } = await openTab();
  service.target.readsFirst = () => true;
  const wanted = plan();
  for (const [id, row] of service.rows) service.rows.set(id, { ...row, active: false });
  await jobs.start(wanted);
  await reached('finished');
  const [recorded] = changes.get();
  expect(recorded).toMatchObject({ label: 'Set 30 bot users inactive', noUndo: NOTHING_DONE });
});

it.each(['cannot be read', 'is left out'])('is not called undone where a part %s', async (why) => {
  const { jobs } = await openTab();
  await jobs.start(plan());
  await reached('finished');
  const { id = '' } = currentJob.get() ?? {};
  const recorded = () => changes.get().find((change) => change.jobId === id);
  const isOut = why === 'is left out';
  if (!isOut) vi.spyOn(service.target, 'read').mockRejectedValueOnce(refuse(503));
  const back = await jobs.undoPlan({ id, target: 'bot-user' }, signal);
  expect(headingOf(back)).toBe(`set ${isOut ? 30 : 29} bot users active`);
  await waitFor(() => jobs.start(isOut ? { ...back, out: new Set([0]) } : back));
  await waitUntil(() => currentJob.get()?.id !== id && currentJob.get()?.status === 'finished');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(recorded()).not.toHaveProperty('isUndone');
});

it('pauses and stops by a press in another tab, also while the pause is still to come', async () => {
  await startHeld();
  const { jobs } = await openTab();
  await waitFor(() => expect(currentJob.get()?.status).toBe('running'));
  await expect(jobs.start(plan())).rejects.toThrow('not over yet');
  // Also before the tab has heard of the other job.
  const known = currentJob.get();
  currentJob.set(undefined);
  await expect(jobs.start(plan())).rejects.toThrow('not over yet');
  currentJob.set(known);
  jobs.pause();
  await reached('paused');
  jobs.stop();
  await service.pass();
  await reached('stopped');
  expect(currentJob.get()?.counts).toMatchObject({ confirmed: 4, wanted: 26 });
});

it('stops while another tab runs it', async () => {
  await startHeld();
  const { jobs } = await openTab();
  await reached('running');
  jobs.stop();
  await service.pass();
  await reached('stopped');
  expect(currentJob.get()?.counts).toMatchObject({ confirmed: 4, wanted: 26 });
});

it('shows what another tab tells of its job, and nothing of another account', async () => {
  await startHeld();
  await openTab();
  expect(browser.messages).toContainEqual({ of: account, ask: true });
  const state = currentJob.get();
  for (const [message, shown] of [
    [{ of: 'api.test 2', state }, undefined],
    [{ of: account, state }, state],
    [{ of: account, ask: true }, state],
  ] as const) {
    currentJob.set(undefined);
    browser.post(message);
    expect(currentJob.get()?.id).toBe(shown?.id);
  }
});

it('is taken over by another tab when the one that runs it dies', async () => {
  const first = await startHeld();
  await openTab();
  first.die();
  await service.pass();
  await reached('finished');
  expect(inactive()).toBe(30);
  expect(service.writes).toHaveLength(30);
});

it('stops for a look after each step, also in a tab that died before it could pause', async () => {
  const first = await startHeld({ rollout: { steps: [1, 5], stopAfter: null } }, 1);
  first.die();
  await service.pass();
  const second = await openTab();
  await reached('paused');
  expect(currentJob.get()).toMatchObject({ pausedFor: 'look', counts: { confirmed: 1 } });
  second.die();
  const third = await openTab();
  expect(currentJob.get()).toMatchObject({ pausedFor: 'look', isHere: false });
  third.jobs.resume();
  await confirmed(6);
  await reached('paused');
  expect(service.writes).toHaveLength(6);
  third.jobs.resume();
  await reached('finished');
  expect(service.writes).toHaveLength(30);
});

it('stops after so many failures, retries them, and bears as much again', async () => {
  service.fail(refuse(409));
  const { jobs } = await openTab();
  await jobs.start({ ...plan(), rollout: { steps: [1], stopAfter: 1 } });
  await reached('paused');
  expect(currentJob.get()).toMatchObject({ pausedFor: 'failures', counts: { failed: 1 } });
  jobs.retryFailed();
  jobs.retryFailed(); // a double press
  await waitFor(() => expect(service.writes).toHaveLength(2));
  await reached('paused');
  service.fail(undefined);
  jobs.retryFailed();
  await waitFor(() => expect(currentJob.get()?.pausedFor).toBe('look'));
  expect(currentJob.get()?.counts).toMatchObject({ confirmed: 1, wanted: 29 });
  expect(service.writes).toHaveLength(3);
});

it('does not do what was left out of a plan, and closes none', async () => {
  const { jobs, open } = await openOne();
  const onApplied = vi.fn<() => void>();
  await jobs.start({ ...open, out: new Set([1]), onApplied });
  await reached('finished');
  expect(service.writes.map(({ id }) => id)).not.toContain('bot_1');
  expect(service.writes).toHaveLength(29);
  // A few deletions need no plan: the one that is open may be of rows that were read at the same time.
  expect(openPlan.get()).toEqual(open);
  expect(onApplied).toHaveBeenCalledOnce();
});

it('goes on without room for the journal, says so, and is not begun anew by a reload', async () => {
  const first = await startHeld();
  browser.post(null); // another app on this origin
  vi.spyOn(first.journal, 'saveItem').mockRejectedValue(new Error('QuotaExceeded'));
  await service.pass(1);
  await confirmed(1);
  first.jobs.pause();
  await service.pass();
  await reached('paused');
  first.jobs.resume();
  await reached('finished');
  const job = currentJob.get();
  expect(job?.isKept).toBe(false);
  expect(inactive()).toBe(30);
  first.die();
  expect(await first.journal.job(account)).toBeUndefined();
  await openTab();
  expect(currentJob.get()).toBeUndefined();
  // The next session asks the journal anew.
  if (job) await first.journal.begin(account, { ...job, id: 'kept', status: 'paused' }, []);
  const { target } = service;
  await first.jobs.connect({ 'bot-user': target, route: target }, new AbortController().signal);
  expect(currentJob.get()?.id).toBe('kept');
});

it('goes on where Back leads to a page whose writes were broken off when it was left', async () => {
  const { jobs, journal } = await openTab();
  const targets = { 'bot-user': service.target, route: service.target };
  const left = new AbortController();
  await jobs.connect(targets, left.signal);
  service.close();
  await jobs.start(plan());
  await waitUntil(() => service.waiting.length === 4);
  let breakOff = () => {};
  const broken = new Promise<never>((_, reject) => (breakOff = () => reject(new Error('Left'))));
  const write = vi.spyOn(journal, 'saveItem').mockReturnValueOnce(broken);
  await service.pass(1);
  expect(write).toHaveBeenCalled();
  left.abort();
  await service.pass();
  const read = vi.spyOn(journal, 'items').mockImplementationOnce(async (job) => {
    breakOff();
    await new Promise((resolve) => setTimeout(resolve));
    read.mockRestore();
    return journal.items(job);
  });
  await jobs.connect(targets, new AbortController().signal);
  await reached('finished');
  expect(currentJob.get()).toMatchObject({ total: 30, isKept: true, counts: { confirmed: 30 } });
  expect(inactive()).toBe(30);
});

it('takes over the next job after one that it had no room for', async () => {
  const tab = await openTab();
  const full = vi.spyOn(tab.journal, 'begin').mockRejectedValueOnce(new Error('No room'));
  await tab.jobs.start(plan());
  await reached('finished');
  expect(full).toHaveBeenCalledOnce();
  expect(currentJob.get()?.isKept).toBe(false);
  service = createService(Array.from({ length: 30 }, (_, at) => `bot_${at}`));
  service.close();
  const other = await openTab();
  await other.jobs.start(plan());
  await waitUntil(() => service.waiting.length === 4);
  other.die();
  await service.pass();
  await reached('finished');
});

it('is kept again after one that there was no room for', async () => {
  const { jobs, journal } = await openTab();
  vi.spyOn(journal, 'begin').mockRejectedValueOnce(new Error('No room'));
  for (const isKept of [false, true]) {
    await waitFor(() => jobs.start(plan()));
    await waitFor(() => expect(currentJob.get()).toMatchObject({ status: 'finished', isKept }));
  }
});

it('is no recent change where it is stopped before its first request', async () => {
  const room = (until: AbortSignal) =>
    new Promise<void>((_, leave) => until.addEventListener('abort', () => leave(until.reason)));
  const { jobs } = await openTab({ room });
  const before = changes.get();
  await jobs.start(plan());
  jobs.stop();
  await reached('stopped');
  expect(changes.get()).toEqual(before);
});

it.each([
  ['of a kind that is not known here', { target: 'api-key' }],
  ['without a heading', { heading: undefined }],
])('does nothing of a job on this device that it cannot read: one %s', async (_, wrong) => {
  const { jobs, journal, die } = await openTab();
  await jobs.start(plan());
  await reached('finished');
  const job = await journal.job(account);
  die();
  await journal.saveJob(account, Object.assign({}, job, { status: 'running', ...wrong }));
  const tab = await openTab();
  expect(currentJob.get()).toBeUndefined();
  await tab.jobs.start(plan());
  await reached('finished');
});

it('offers no empty plan as the way back of a job that there was no room for', async () => {
  const { jobs, journal } = await openTab();
  vi.spyOn(journal, 'begin').mockRejectedValueOnce(new Error('No room'));
  await jobs.start(plan());
  await reached('finished');
  const of = { id: currentJob.get()?.id ?? '', target: 'bot-user' } as const;
  expect((await jobs.undoPlan(of, signal)).lines).toHaveLength(30);
  await expect((await openTab()).jobs.undoPlan(of, signal)).rejects.toThrow('no room');
});

it('waits for a person where the service refuses everything', async () => {
  service.fail(refuse(403));
  const { jobs } = await openTab();
  await jobs.start(plan());
  await reached('paused');
  expect(currentJob.get()).toMatchObject({ pausedFor: 'refused' });
  // Also in another tab, and after a reload.
  await openTab();
  expect(currentJob.get()).toMatchObject({ pausedFor: 'refused', pauseText: expect.any(String) });
  service.fail(undefined);
  access.set({ ...access.get(), isReadOnly: true });
  jobs.resume();
  expect(accessRefusal()).toBeUndefined();
  await reached('finished');
});

const refused = () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'));

it.each([
  ['has none, as on a page without HTTPS', undefined],
  ['refuses them, as Chrome does where it blocks cookies', { request: refused, query: refused }],
])('runs without locks where the browser %s', async (_, locks) => {
  const { jobs } = await openTab({ locks });
  await jobs.start(plan());
  await reached('finished');
  expect(inactive()).toBe(30);
});

it('runs in one tab at a time also without locks, and goes on in the next one', async () => {
  const none = { locks: undefined };
  const one = await startHeld({}, 4, none);
  await openTab(none);
  await openTab(none);
  // They have asked, and were told.
  await new Promise((resolve) => setTimeout(resolve, 700));
  one.die();
  await service.pass();
  await reached('finished');
  const writes = new Set(service.writes.map(({ id }) => id));
  expect(writes.size).toBe(30);
  // What was under way with the first tab is read before it is sent again.
  expect(service.writes).toHaveLength(30);
});

it('goes on after what is under way, and once for two presses, also without locks', async () => {
  const { jobs } = await startHeld({}, 4, { locks: undefined });
  jobs.pause();
  await reached('paused');
  jobs.resume();
  jobs.resume();
  await service.pass();
  await reached('finished');
  expect(service.writes.map(({ id }) => id).toSorted()).toEqual(
    [...service.rows.keys()].toSorted(),
  );
});

it('goes to the next stop of a roll-out, and no further, for two presses', async () => {
  const { jobs } = await openTab();
  await jobs.start({ ...plan(), rollout: { steps: [1, 5], stopAfter: null } });
  await waitUntil(() => currentJob.get()?.pausedFor === 'look');
  jobs.resume();
  jobs.resume();
  await confirmed(6);
  await waitUntil(() => currentJob.get()?.pausedFor === 'look');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(service.writes).toHaveLength(6);
});

/** Signs in over the page with another key, which every tab hears of. */
async function signInAgain(next = 'api.test 2') {
  account = next;
  await Promise.all(tabs.map(({ jobs }) => jobs.rebind()));
}

it('goes on by itself with another key of the same account, and takes along what is kept', async () => {
  const [one, two] = [await startHeld(), await openTab()];
  await signInAgain();
  await service.pass();
  await reached('finished');
  expect(service.writes).toHaveLength(30);
  expect(one.jobs.account()).toBe('api.test 2');
  await waitFor(() => expect(two.jobs.account()).toBe('api.test 2'));
  await waitFor(async () => expect(await one.journal.job('api.test 1')).toBeUndefined());
  expect(await one.journal.job('api.test 2')).toMatchObject({ status: 'finished' });
});

it('changes nothing more with a key of another account, and says why', async () => {
  const tab = await startHeld();
  service.showOtherAccount();
  await signInAgain();
  await service.pass();
  await reached('paused');
  expect(currentJob.get()).toMatchObject({
    pausedFor: 'account',
    pauseText: expect.stringContaining('is not there for this key'),
  });
  expect(service.writes).toHaveLength(4);
  expect(tab.jobs.account()).toBe('api.test 1');
  expect(await tab.journal.job('api.test 1')).toMatchObject({ status: 'paused' });

  // The item may have been deleted: then the person knows better.
  tab.jobs.resume();
  await reached('finished');
  expect(tab.jobs.account()).toBe('api.test 2');
});

it('goes on by one press of a person who knows better, also in another tab', async () => {
  await startHeld();
  const other = await openTab();
  service.showOtherAccount();
  await signInAgain();
  await service.pass();
  await reached('paused');
  // The other tab has waited for the lock, and has read the job since.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(currentJob.get()?.pausedFor).toBe('account');
  other.jobs.resume();
  await reached('finished');
  expect(other.jobs.account()).toBe('api.test 2');
  await waitFor(async () => expect(await other.journal.job('api.test 1')).toBeUndefined());
});

it('asks as well about a job that was paused, and not any more with the key of before', async () => {
  const one = await startHeld();
  await openTab();
  one.jobs.pause();
  await service.pass();
  await confirmed(4);
  await reached('paused');
  service.showOtherAccount();
  await signInAgain();
  expect(currentJob.get()?.pausedFor).toBe('account');
  await signInAgain('api.test 1');
  expect(currentJob.get()?.pausedFor).toBe('person');
  expect(service.writes).toHaveLength(4);
});

it('closes the plan of another account', async () => {
  const tab = await openOne();
  service.showOtherAccount();
  await signInAgain();
  expect(openPlan.get()).toBeUndefined();
  expect(tab.jobs.account()).toBe('api.test 2');
});

it('keeps the plan where the key of before comes back while the account is looked for', async () => {
  const { open } = await openOne();
  service.target.read = async () => {
    account = 'api.test 1';
    return null;
  };
  await signInAgain();
  expect(openPlan.get()).toBe(open);
});

const change = { target: 'bot-user' as const, at: 1, id: 'bot_1', label: 'one', before: null };

it.each([false, true])(
  'takes recent changes along to a key of their account alone: %s',
  async (isOther) => {
    const { journal } = await openTab();
    await journal.addChange('api.test 1', { ...change, after: { name: 'one' } });
    // What was deleted, and what a job has done, tell nothing.
    await journal.addChange('api.test 1', { ...change, at: 2, id: 'bot_2', after: null });
    const { target, label } = change;
    await journal.addChange('api.test 1', { target, label, at: 3, jobId: 'job' });
    if (isOther) service.showOtherAccount();
    await signInAgain();
    const of = `api.test ${isOther ? 1 : 2}`;
    await waitFor(async () => expect(await journal.changes(of)).toHaveLength(3));
  },
);

/** A finished job of which every item has failed, and how many writes that took. */
async function openFailed() {
  const { jobs } = await openTab();
  service.fail(refuse(400));
  await jobs.start(plan());
  await reached('finished');
  service.fail(undefined);
  return { jobs, length: service.writes.length };
}

it('retries nothing of another job than the one that is shown', async () => {
  const { jobs, length } = await openFailed();
  const shown = currentJob.get();
  currentJob.set(shown && { ...shown, id: 'before' });
  jobs.retryFailed();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(service.writes).toHaveLength(length);
});

it('tries nothing more of a finished job with a key of another account', async () => {
  const { jobs, length } = await openFailed();
  service.showOtherAccount();
  await signInAgain();
  jobs.retryFailed();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(service.writes).toHaveLength(length);
});

it('begins anew with the other key where a job was stopped that may be of another account', async () => {
  const tab = await startHeld();
  service.showOtherAccount();
  await signInAgain();
  await service.pass();
  await reached('paused');
  tab.jobs.stop();
  await reached('stopped');
  await waitFor(() => expect(tab.jobs.account()).toBe('api.test 2'));
  await tab.journal.addChange('api.test 1', { ...change, after: null });
  await tab.jobs.start(plan());
  await reached('finished');
  expect(await tab.journal.changes('api.test 1')).toHaveLength(1);
});

it('those of this tab hear of another key, and are cleared at the sign-out', async () => {
  const rebind = vi.spyOn(ofThisTab, 'rebind').mockResolvedValue();
  const targets = { 'bot-user': service.target, route: service.target };
  await ofThisTab.connect(targets, session.signal());
  const of = ofThisTab.account();
  await ofBrowser.addChange(of, { ...change, after: null });
  session.signIn('another-key', false, 'another');
  expect(rebind).toHaveBeenCalledOnce();
  session.end('signed-out');
  await waitFor(async () => expect(await ofBrowser.changes(of)).toEqual([]));
});
