import type { CallOptions } from '#client/api-client.ts';
import { ApiError, failureOf, isNotThere, type ApiFailure } from '#client/errors.ts';
import { sleep } from '#client/retry.ts';
import { createEngine } from '#web/jobs/engine.ts';
import { createRandom } from '#web/jobs/false-clock.test.helper.ts';
import type { Goal, JobItem, JobTarget, State } from '#web/jobs/job.ts';

const AT_ONCE = 4;
const MINUTE = 60_000;
/** A plan so old is not trusted about deletions. */
const OLD_MS = MINUTE;
/** How long a call waits for its response. */
const TIMEOUT_MS = 15_000;

type Row = { name: string; active: boolean };

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
  operationId: string;
}

/** What was there from some time on; `null`: nothing. */
type Was = { at: number; state: Row | null; isOurs: boolean };

/** How many of 100 requests meet which fault. */
interface Faults {
  /** 429, with a time to wait or without. */
  limited: number;
  /** 500, 502 or 503: before anything was done, or after. */
  broken: number;
  /** The connection ends without a response: before anything was done, or after. */
  reset: number;
  /** The response, if there is one, comes when nobody waits any more. */
  late: number;
  /** Comes, but after seconds. */
  slow: number;
  /** 400, once: nothing was done. */
  refused: number;
}

export const NO_FAULTS: Faults = { limited: 0, broken: 0, reset: 0, late: 0, slow: 0, refused: 0 };

const network: ApiFailure = { kind: 'network' };
const refusal = (status: number, code = 'BROKEN', retryAfterMs?: number): ApiFailure => ({
  kind: 'status',
  status,
  code,
  fields: {},
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

/** What becomes of a request: whether it is heard, after how long, and the failure in place of the truth. */
type Fate = { isHeard: boolean; ms: number; failure?: ApiFailure };

/** Bot users in memory as a job reaches them, with faults by chance. Its time is that of the false clock. */
function createFaultyService(random: () => number, rows: readonly Row[]) {
  const history = new Map<string, Was[]>();
  const seen: Seen[] = [];
  const between = (least: number, most: number) => least + random() * (most - least);
  const idOf = (number: number) => `bot_${number}`;

  const stateOf = (id: string) => history.get(id)?.at(-1)?.state ?? null;
  function put(id: string, state: Row | null, isOurs: boolean) {
    const known = history.get(id);
    const was = { at: Date.now(), state, isOurs };
    if (known) known.push(was);
    else history.set(id, [was]);
  }
  rows.forEach((row, at) => put(idOf(at), row, false));

  const service = {
    faults: { ...NO_FAULTS },
    mostAtOnce: 0,
    atOnce: 0,
    downUntil: 0,
    isKeyRefused: false,
    seen,
    history,
    stateOf,
    ids: () => [...history.keys()],
    /** What another administrator does. */
    change: (id: string, state: Row | null) => put(id, state, false),

    /** @param act what it does once it is heard, and gives back; `undefined`: there is no such bot user */
    async request<Result>(
      what: Pick<Seen, 'target' | 'isWrite'>,
      act: () => Result | undefined,
      { signal, onResponse }: CallOptions,
    ): Promise<Result> {
      const operationId = `op_${seen.length}`;
      const entry: Seen = { ...what, at: Date.now(), isDone: false, operationId };
      seen.push(entry);
      service.mostAtOnce = Math.max(service.mostAtOnce, (service.atOnce += 1));
      const { isHeard, failure, ms } = fateOf(what.isWrite);
      const result = isHeard ? act() : undefined;
      entry.isDone = what.isWrite && result !== undefined;
      await sleep(Math.min(ms, TIMEOUT_MS), signal).finally(() => (service.atOnce -= 1));
      const missing = result === undefined ? refusal(404, 'NOT_FOUND') : undefined;
      const late: ApiFailure = { kind: 'timeout', afterMs: TIMEOUT_MS };
      const end = ms > TIMEOUT_MS ? late : (failure ?? missing);
      if (end === undefined || end.kind === 'status') {
        entry.status = end?.status ?? 200;
        entry.answeredAt = Date.now();
        onResponse?.({ status: entry.status, operationId });
      }
      if (end === undefined && result !== undefined) return result;
      throw new ApiError(
        'By chance',
        end?.kind === 'status' ? { ...end, operationId } : (end ?? late),
      );
    },

    /** As far as a job is concerned a `target` of bot users. */
    target(): JobTarget {
      const ask = service.request;
      const orGone = (error: unknown) => {
        if (isNotThere(failureOf(error))) return null;
        throw error;
      };
      return {
        read: (id, call) =>
          ask({ target: id, isWrite: false }, () => stateOf(id) ?? undefined, call).catch(orGone),
        async write({ id, before, after }, call) {
          const name = String(after?.['name']);
          const what = { target: before === null ? name : id, isWrite: true };
          function act() {
            if (before !== null && stateOf(id) === null) return undefined;
            const place = before === null ? idOf(history.size) : id;
            const changed = Object.entries(after ?? {}).filter(([key, to]) => before?.[key] !== to);
            const row = {
              name: '',
              active: true,
              ...stateOf(place),
              ...Object.fromEntries(changed),
            };
            put(place, after && row, true);
            return { id: place, state: stateOf(place) };
          }
          const sent = ask(what, act, call);
          return after === null ? ((await sent.catch(orGone)) ?? { id, state: null }) : sent;
        },
        findCreated: ({ after }, since, call, isTaken) =>
          ask(
            { isWrite: false },
            () => {
              const made = [...history].find(
                ([id, [first]]) =>
                  (first?.at ?? 0) >= since &&
                  stateOf(id)?.name === after?.['name'] &&
                  isTaken?.(id) !== true,
              );
              return { made: made && { id: made[0], state: stateOf(made[0]) ?? {} } };
            },
            call,
          ).then(({ made }) => made),
        readsFirst: ({ before, after }, ageMs) =>
          ageMs > OLD_MS && before !== null && after?.['name'] !== before['name'],
        refusal: () => undefined,
        kindOf: () => 'rename',
      };
    },
  };

  function fateOf(isWrite: boolean): Fate {
    const ms = between(20, 400);
    if (service.isKeyRefused)
      return { isHeard: false, ms, failure: refusal(401, 'NOT_AUTHENTICATED') };
    const isHeard = random() < 0.5;
    if (service.downUntil > Date.now())
      return { isHeard: false, ms, failure: isHeard ? network : refusal(503) };
    const pauseMs = random() < 0.5 ? Math.ceil(random() * 20) * 1000 : undefined;
    const { limited, broken, reset, late, slow, refused } = service.faults;
    const faults: Array<[share: number, fate: Fate]> = [
      [limited, { isHeard: false, ms, failure: refusal(429, 'LIMITED', pauseMs) }],
      [broken, { isHeard, ms, failure: refusal(500 + Math.floor(random() * 4)) }],
      [reset, { isHeard, ms, failure: network }],
      [late, { isHeard, ms: between(TIMEOUT_MS + 1, 40_000) }],
      [slow, { isHeard: true, ms: between(1000, 12_000) }],
      [isWrite ? refused : 0, { isHeard: false, ms, failure: refusal(400, 'REFUSED') }],
    ];
    let roll = random() * 100;
    return faults.find(([share]) => (roll -= share) < 0)?.[1] ?? { isHeard: true, ms };
  }

  return service;
}

type FaultyService = ReturnType<typeof createFaultyService>;

/** A job over a service, the journal that its items are saved in, and all that may happen to it. */
export function simulateJob(seed: number, size: number) {
  const random = createRandom(seed);
  const rows = Array.from({ length: size }, (_, at) => ({ name: `bot ${at}`, active: true }));
  const service = createFaultyService(random, rows);
  const signIns = new EventTarget();
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
      const engine = createEngine({
        items: journal.map((item) => ({ ...item })),
        target: service.target(),
        plannedAt,
        atOnce: AT_ONCE,
        async save(item) {
          const kept = { ...item };
          // A storage takes its time, and a tab that dies meanwhile has not saved.
          await new Promise((resolve) => setTimeout(resolve, random() * 10));
          if (!session.signal.aborted) journal[item.at] = kept;
        },
        onChange() {},
        room: async () => {},
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
