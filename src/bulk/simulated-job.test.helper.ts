import { createEngine } from '#bulk/engine.ts';
import { createRandom } from '#bulk/false-clock.test.helper.ts';
import type { Goal, JobItem, JobTarget, State } from '#bulk/job.ts';
import { TIMEOUT_MS, type CallOptions } from '#client/api-client.ts';
import { ApiError, failureOf, isNotThere, type ApiFailure } from '#client/errors.ts';
import { sleep } from '#client/retry.ts';
import { AT_ONCE, noTarget } from '#web/jobs/jobs.test.helper.ts';
import { makeRefusal } from '#web/test/request-entry.ts';

const MINUTE = 60_000;
/** A plan so old is not trusted about deletions. */
const OLD_MS = MINUTE;
const SIZE = 60;
/** How long the journal takes at most, between the look at the clock and the request. */
const JOURNAL_MS = 10;

/** One request as the service has seen it. */
interface Seen {
  at: number;
  /** Of the bot user; of one that is to be created its name. Missing for the list. */
  target?: string;
  isWrite: boolean;
  /** Whether it has changed anything. */
  isDone: boolean;
  /** Of the whole response that reached the caller; missing where none did. */
  status?: number;
  answeredAt?: number;
}

/** What was there from some time on; `null`: nothing. */
type Was = { at: number; state: State | null; isOurs: boolean };

const network: ApiFailure = { kind: 'network' };
const late: ApiFailure = { kind: 'timeout' };

/** What becomes of a request: whether it is heard, after how long, and the failure in place of the truth. */
type Fate = { isHeard: boolean; ms: number; failure?: ApiFailure };

/** Bot users in memory as a job reaches them, with faults by chance. Its time is that of the false clock. */
function createFaultyService(random: () => number, rows: readonly State[]) {
  const history = new Map<string, Was[]>();
  const seen: Seen[] = [];
  const between = (least: number, most: number) => least + random() * (most - least);
  const idOf = (number: number) => `bot_${number}`;
  const stateOf = (id: string) => history.get(id)?.at(-1)?.state ?? null;
  const put = (id: string, state: State | null, isOurs = false) =>
    history.set(id, [...(history.get(id) ?? []), { at: Date.now(), state, isOurs }]);
  rows.forEach((row, at) => put(idOf(at), row));

  function fateOf(isWrite: boolean): Fate {
    const ms = between(20, 400);
    const isHeard = random() < 0.5;
    const pause = random() < 0.5 ? { retryAfterMs: Math.ceil(random() * 20) * 1000 } : {};
    const faults: Fate[] = [
      { isHeard: false, ms, failure: makeRefusal(429, pause) },
      // Before anything was done, or after.
      { isHeard, ms, failure: makeRefusal(500 + Math.floor(random() * 4)) },
      { isHeard, ms, failure: network },
      { isHeard, ms: between(TIMEOUT_MS + 1, 40_000) },
      { isHeard: true, ms: between(1000, 12_000) },
      ...(isWrite ? [{ isHeard: false, ms, failure: makeRefusal(400) }] : []),
    ];
    const fault = faults[Math.floor(random() * faults.length)];
    return random() < service.faultShare && fault ? fault : { isHeard: true, ms };
  }

  /** @param act what it does once it is heard, and gives back; `undefined`: there is no such bot user */
  async function ask<Result>(
    what: Pick<Seen, 'target' | 'isWrite'>,
    act: () => Result | undefined,
    { signal, onResponse }: CallOptions,
  ): Promise<Result> {
    const entry: Seen = { ...what, at: Date.now(), isDone: false };
    const operationId = `op_${seen.push(entry) - 1}`;
    service.mostAtOnce = Math.max(service.mostAtOnce, (service.atOnce += 1));
    const { isHeard, failure, ms } = fateOf(what.isWrite);
    const result = isHeard ? act() : undefined;
    entry.isDone = what.isWrite && result !== undefined;
    await sleep(Math.min(ms, TIMEOUT_MS), signal).finally(() => (service.atOnce -= 1));
    const end = ms > TIMEOUT_MS ? late : (failure ?? (result === undefined && makeRefusal(404)));
    if (!end || end.kind === 'status') {
      entry.status = end ? end.status : 200;
      entry.answeredAt = Date.now();
      onResponse?.({ status: entry.status, operationId });
    }
    if (end) throw new ApiError('By chance', { ...end, operationId } as ApiFailure);
    return result as Result;
  }

  const orGone = (error: unknown) => {
    if (isNotThere(failureOf(error))) return null;
    throw error;
  };
  const target: JobTarget = {
    ...noTarget,
    read: (id, call) =>
      ask({ target: id, isWrite: false }, () => stateOf(id) ?? undefined, call).catch(orGone),
    async write({ id, before, after }, call) {
      const what = { target: before === null ? String(after?.name) : id, isWrite: true };
      function act() {
        if (before !== null && stateOf(id) === null) return undefined;
        const place = before === null ? idOf(history.size) : id;
        const changed = Object.entries(after ?? {}).filter(([key, to]) => before?.[key] !== to);
        const state = after && { ...stateOf(place), ...Object.fromEntries(changed) };
        put(place, state, true);
        return { id: place, state };
      }
      const sent = ask(what, act, call);
      return after === null ? ((await sent.catch(orGone)) ?? { id, state: null }) : sent;
    },
    async findCreated({ after }, since, call) {
      const find = () =>
        [...history].find(
          ([id, [first]]) => (first?.at ?? 0) >= since && stateOf(id)?.name === after?.name,
        );
      const found = await ask({ isWrite: false }, () => [find()], call);
      return found[0] && { id: found[0][0], state: stateOf(found[0][0]) ?? {} };
    },
    readsFirst: ({ before, after }, ageMs) =>
      ageMs > OLD_MS && before !== null && after?.name !== before.name,
  };

  const service = {
    target,
    seen,
    history,
    stateOf,
    /** What another administrator does. */
    change: (id: string, state: State | null) => put(id, state),
    faultShare: 0,
    mostAtOnce: 0,
    atOnce: 0,
  };
  return service;
}

/** A job over a service, the journal that its items are saved in, and all that may happen to it. */
export function simulateJob(seed: number) {
  const random = createRandom(seed);
  const rows = Array.from({ length: SIZE }, (_, at) => ({ name: `bot ${at}`, active: true }));
  const service = createFaultyService(random, rows);
  const plannedAt = Date.now();
  const planned = [...service.history.keys()].map((id, at) => plan(random(), id, at));
  /** As the journal has it. */
  const journal = planned.map((item) => ({ ...item }));
  /** Places of items that a tab may have sent before it died. */
  const unsaved = new Set<number>();

  return {
    random,
    service,
    unsaved,
    planned,
    plannedAt,
    journal,

    /** A tab that runs the job from what the journal has. It may die: then nothing of it is saved any more. */
    open() {
      const session = new AbortController();
      let halt = new AbortController();
      const engine = createEngine({
        ...AT_ONCE,
        items: journal.map((item) => ({ ...item })),
        target: service.target,
        plannedAt,
        atOnce: 4,
        async save(item) {
          const kept = { ...item };
          // A storage takes its time, and a tab that dies meanwhile has not saved.
          await sleep(random() * JOURNAL_MS);
          if (!session.signal.aborted) journal[item.at] = kept;
        },
        onChange() {},
        clock: () => performance.now(),
        sleep,
        random,
      });
      return {
        engine,
        die() {
          for (const { at, status } of journal) if (status === 'sent') unsaved.add(at);
          session.abort();
        },
        halt: () => halt.abort(),
        async run(goal?: Goal) {
          halt = new AbortController();
          await engine.run(halt.signal, session.signal, goal);
        },
        /** Again and again, as a person who presses Resume, until nothing is left. */
        async runToEnd() {
          while (engine.items().some(isLeft)) await this.run();
        },
      };
    },

    /** Faults from now on, and another administrator who changes some of the bot users within a minute. */
    disturb() {
      service.faultShare = random() * 0.3;
      for (const { id, before } of planned)
        if (before && random() < 0.15)
          setTimeout(() => meddleWith(service, id, random()), random() * MINUTE);
    },
  };
}

type FaultyService = ReturnType<typeof createFaultyService>;
export type SimulatedJob = ReturnType<typeof simulateJob>;

export const isLeft = ({ status }: JobItem) => status === 'wanted' || status === 'sent';

function plan(roll: number, id: string, at: number): JobItem {
  const before = { name: `bot ${at}`, active: true };
  const item = { at, id, label: before.name, before, status: 'wanted' } as const;
  if (roll < 0.15)
    return { ...item, id: '', before: null, after: { ...before, name: `new ${at}` } };
  if (roll < 0.3) return { ...item, after: { ...before, name: `renamed ${at}` } };
  return { ...item, after: roll < 0.45 ? null : { ...before, active: false } };
}

function meddleWith(service: FaultyService, id: string, roll: number) {
  const row = service.stateOf(id);
  if (row === null) return;
  if (roll < 0.3) service.change(id, null);
  else if (roll < 0.6) service.change(id, { ...row, active: row.active !== true });
  else service.change(id, { ...row, name: `${String(row.name)} of another` });
}

/** What a job says and the service denies: one text for each, none where the report is the truth. */
export const untruths = (job: SimulatedJob, items: readonly JobItem[]): string[] =>
  items.flatMap((item) => {
    const untruth = untruthOf(job, item);
    return untruth === undefined ? [] : [`${untruth}: ${JSON.stringify(item)}`];
  });

function untruthOf({ service, unsaved, planned, plannedAt }: SimulatedJob, item: JobItem) {
  const { before, after } = planned[item.at] ?? item;
  const { id, status } = item;
  const target = before === null ? String(after?.name) : id;
  const seen = service.seen.filter((each) => each.target === target);
  /** That were made for it, and for others. */
  const looks = service.seen.filter(
    (each) => !each.isWrite && each.target === (before === null ? undefined : id),
  );
  const writes = seen.filter(({ isWrite }) => isWrite);
  const was = service.history.get(id) ?? [];
  /** And nobody else has changed it since. */
  const isStillDone =
    writes.some(({ isDone }) => isDone) && (before === null || was.at(-1)?.isOurs === true);
  const isOthers = was.slice(1).some(({ isOurs }) => !isOurs);

  if (before === null && writes.filter(({ isDone }) => isDone).length > 1) return 'created twice';
  if (writes.some((write, at) => isSentBlindly(write, writes[at + 1], looks)))
    return 'sent again without a look';
  const answer = service.seen[Number(item.operationId?.slice(3))];
  if (answer?.status !== item.httpStatus && item.operationId !== undefined)
    return 'another response';
  if (isOverAnother(after, was, looks, plannedAt)) return 'done over what another has changed';
  if (status === 'confirmed') {
    if (!was.some(({ state }) => isDoneTo(state, before, after))) return 'confirmed and not done';
    if (!isOthers && !isDoneTo(service.stateOf(id), before, after))
      return 'confirmed and not so now';
  }
  if ((status === 'failed' || status === 'wanted') && isStillDone) return `${status} and done`;
  if (status === 'skipped' && !isOthers) return 'skipped and as planned';
  if (status === 'skipped' && isStillDone) return 'skipped and done';
  if (status === 'unsure' && !writes.some(isUnknown) && !unsaved.has(item.at))
    return 'unsure and known';
  return undefined;
}

const isUnknown = ({ status }: Seen) => status === undefined || status >= 500;

/** Whether nobody has looked between a request of which nothing is known and the next one. */
function isSentBlindly(write: Seen, next: Seen | undefined, looks: Seen[]) {
  if (next === undefined || !isUnknown(write)) return false;
  return !looks.some(
    ({ at, status, answeredAt = Infinity }) =>
      at > write.at && answeredAt <= next.at && (status === 200 || status === 404),
  );
}

/** Whether it was deleted, a minute after the plan, though the last look must have found what another has changed. */
function isOverAnother(after: State | null, was: Was[], looks: Seen[], plannedAt: number) {
  const changed = was.at(-2);
  const deleted = was.at(-1);
  if (after !== null || !deleted?.isOurs || deleted.at <= plannedAt + OLD_MS + JOURNAL_MS)
    return false;
  if (was.length < 3 || changed?.isOurs) return false;
  const look = looks.findLast(({ at }) => at < deleted.at);
  return look === undefined || look.at > (changed?.at ?? 0);
}

/** Whether a state is what a change has led to, in what it is about. */
function isDoneTo(state: State | null, before: State | null, after: State | null) {
  if (state === null || after === null) return state === after;
  return Object.entries(after).every(
    ([name, value]) => before?.[name] === value || state[name] === value,
  );
}
