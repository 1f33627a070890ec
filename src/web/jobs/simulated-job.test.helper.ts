import { vi } from 'vitest';
import { createCall } from '#client/api-client.ts';
import { sleep } from '#client/retry.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { createBrowser } from '#web/api/rate-limiter.test.helper.ts';
import { createBotUserTarget } from '#web/features/bot-users/bot-user-target.ts';
import { createEngine } from '#web/jobs/engine.ts';
import { createRandom } from '#web/jobs/false-clock.test.helper.ts';
import {
  BASE,
  createFaultyService,
  PlainRequest,
  type Faults,
  type FaultyService,
  type Row,
  type Seen,
  type Was,
} from '#web/jobs/faulty-service.test.helper.ts';
import type { Goal, JobItem, State } from '#web/jobs/job.ts';

const AT_ONCE = 4;
/** A plan so old is not trusted about deletions. */
const OLD_MS = 60_000;
const { get } = botUserEndpoints;

/** A job over a service, the journal that its items are saved in, and all that may happen to it. */
export function simulateJob(seed: number, size: number, perMinute: number | null = null) {
  const random = createRandom(seed);
  const rows = Array.from({ length: size }, (_, at) => ({ name: `bot ${at}`, active: true }));
  const service = createFaultyService(random, rows);
  service.perMinute = perMinute ?? Infinity;
  const limiter = createBrowser().openTab(perMinute);
  const signIns = new EventTarget();
  vi.stubGlobal('Request', PlainRequest);
  const call = createCall({
    baseUrl: BASE,
    apiKey: () => null,
    fetch: service.fetch,
    // Where there is no limit it has little to do, which would take a third of the time.
    ...(perMinute !== null && { acquire: limiter.acquire, onRequest: limiter.notice }),
  });
  const plannedAt = Date.now();
  const ids = service.ids();
  const planned = rows.map((row, at) => plan(random(), ids[at] ?? '', row, at));
  /** As the journal has it. */
  const journal = planned.map((item) => ({ ...item }));

  return {
    random,
    service,
    planned,
    plannedAt,
    journal,
    signIn: () => signIns.dispatchEvent(new Event('renewed')),

    /** A tab that runs the job from what the journal has. It may die: then nothing of it is saved any more. */
    open() {
      const session = new AbortController();
      let halt = new AbortController();
      const target = createBotUserTarget(call);
      const engine = createEngine({
        items: journal.map((item) => ({ ...item })),
        target,
        plannedAt,
        atOnce: AT_ONCE,
        async save(item) {
          const kept = { ...item };
          // A storage takes its time, and a tab that dies meanwhile has not saved.
          await new Promise((resolve) => setTimeout(resolve, random() * 10));
          if (!session.signal.aborted) journal[item.at] = kept;
        },
        onChange() {},
        room: limiter.room,
        isOnline: () => true,
        online: () => Promise.resolve(),
        renewed: (signal) =>
          new Promise((resolve, reject) => {
            signIns.addEventListener('renewed', () => resolve(), { once: true });
            signal.addEventListener('abort', () => reject(signal.reason as Error));
          }),
        now: Date.now,
        clock: () => performance.now(),
        sleep,
        random,
      });
      return {
        engine,
        die: () => session.abort(),
        halt: () => halt.abort(),
        async run(goal?: Goal) {
          halt = new AbortController();
          await engine.run(halt.signal, session.signal, goal);
        },
        /** Again and again, as a person who presses Resume, until nothing is left. */
        async runToEnd() {
          while (!session.signal.aborted && engine.items().some(isLeft)) await this.run();
        },
      };
    },

    /** Somebody works in another tab, and reads one bot user every few seconds. */
    async workByHand(until: AbortSignal) {
      const params = { id: service.ids()[0] ?? '' };
      for (; !until.aborted; await sleep(5000)) await call(get, { params }).catch(() => {});
    },

    /** Another administrator changes so many of 100 of the planned bot users while it runs. */
    meddle(share: number, withinMs: number) {
      for (const { id, before } of planned)
        if (before && random() * 100 < share)
          setTimeout(() => meddleWith(service, id, random()), random() * withinMs);
    },
  };
}

export type SimulatedJob = ReturnType<typeof simulateJob>;

export const isLeft = ({ status }: JobItem) => status === 'wanted' || status === 'sent';

/** Shares of faults up to twice these. */
export function someFaults(random: () => number): Faults {
  const share = (most: number) => random() * most;
  return {
    limited: share(4),
    broken: share(4),
    reset: share(4),
    late: share(2),
    slow: share(4),
    refused: share(2),
  };
}

function plan(roll: number, id: string, row: Row, at: number): JobItem {
  const item = { at, label: row.name, status: 'wanted' } as const;
  if (roll < 0.15) return { ...item, id: '', before: null, after: { ...row, name: `new ${at}` } };
  const change = { ...item, id, before: row };
  if (roll < 0.3) return { ...change, after: { ...row, name: `renamed ${at}` } };
  if (roll < 0.45) return { ...change, after: null };
  return { ...change, after: { ...row, active: false } };
}

function meddleWith(service: FaultyService, id: string, roll: number) {
  const row = service.stateOf(id);
  if (row === null) return;
  if (roll < 0.3) service.change(id, null);
  else if (roll < 0.6) service.change(id, { ...row, active: !row.active });
  else service.change(id, { ...row, name: `${row.name} of another` });
}

/** What a job says and the service denies: one text for each, none where the report is the truth. */
export function untruths(
  { service, planned, plannedAt }: SimulatedJob,
  items: readonly JobItem[],
): string[] {
  const seenOf = new Map<string | undefined, Seen[]>();
  for (const seen of service.seen) {
    const known = seenOf.get(seen.target);
    if (known) known.push(seen);
    else seenOf.set(seen.target, [seen]);
  }
  const said = items.map((item) => {
    const { before, after } = planned[item.at] ?? item;
    const seen = seenOf.get(before === null ? String(after?.name) : item.id) ?? [];
    const looks = before === null ? (seenOf.get(undefined) ?? []) : seen;
    return untruthOf(service, item, seen, looks, plannedAt);
  });
  return said.flatMap((untruth, at) =>
    untruth === undefined ? [] : [`${untruth}: ${JSON.stringify(items[at])}`],
  );
}

/** @param looks that were made for it, and for others */
function untruthOf(
  service: FaultyService,
  item: JobItem,
  seen: Seen[],
  looks: Seen[],
  plannedAt: number,
) {
  const { before, after, status } = item;
  const writes = seen.filter(({ isWrite }) => isWrite);
  const done = writes.filter(({ isDone }) => isDone);
  const id = item.id;
  const was = service.history.get(id) ?? [];
  const isOthers = was.slice(1).some(({ isOurs }) => !isOurs);

  if (before === null && done.length > 1) return 'created twice';
  if (writes.some((write, at) => isSentBlindly(write, writes[at + 1], looks)))
    return 'sent again without a look';
  if (item.operationId !== undefined) {
    const answer = [...seen, ...looks].find(({ operationId }) => operationId === item.operationId);
    if (answer?.status !== item.httpStatus) return 'another response';
  }
  if (isOverAnother(item, was, seen, plannedAt)) return 'done over what another has changed';
  if (status === 'confirmed') {
    if (!was.some(({ state }) => isDoneTo(state, before, after))) return 'confirmed and not done';
    if (!isOthers && !isDoneTo(service.stateOf(id), before, after))
      return 'confirmed and not so now';
  }
  if (status === 'failed' && done.length > 0) return 'failed and done';
  if (status === 'wanted' && done.length > 0) return 'wanted and done';
  if (status === 'skipped' && !isOthers) return 'skipped and as planned';
  if (status === 'skipped' && done.length > 0 && was.at(-1)?.isOurs) return 'skipped and done';
  if (status === 'unsure' && writes.every((write) => !isUnknown(write))) return 'unsure and known';
  return undefined;
}

const isUnknown = ({ status }: Seen) => status === undefined || status >= 500;

/** Whether nobody has looked between a request of which nothing is known and the next one. */
function isSentBlindly(write: Seen, next: Seen | undefined, looks: Seen[]) {
  if (next === undefined || !isUnknown(write)) return false;
  return !looks.some(
    ({ isWrite, at, status, answeredAt = Infinity }) =>
      !isWrite && at > write.at && answeredAt <= next.at && (status === 200 || status === 404),
  );
}

/** Whether it was deleted, a minute after the plan, though the last look must have found what another has changed. */
function isOverAnother({ after }: JobItem, was: Was[], seen: Seen[], plannedAt: number) {
  const changed = was.at(-2);
  const deleted = was.at(-1);
  if (after !== null || !deleted?.isOurs || deleted.at < plannedAt + OLD_MS) return false;
  if (was.length < 3 || changed?.isOurs) return false;
  const look = seen.findLast(({ isWrite, at }) => !isWrite && at < deleted.at);
  return look === undefined || look.at > (changed?.at ?? 0);
}

/** Whether a state is what a change has led to, in what it is about. */
function isDoneTo(state: State | null, before: State | null, after: State | null) {
  if (state === null || after === null) return state === after;
  return Object.entries(after).every(
    ([name, value]) => before?.[name] === value || state[name] === value,
  );
}
