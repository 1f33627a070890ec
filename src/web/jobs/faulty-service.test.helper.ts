import { PAGE_LIMIT_MAX } from '#contract/page.ts';

export type Row = { name: string; active: boolean };

/** One request as the service has seen it. */
export interface Seen {
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
export type Was = { at: number; state: Row | null; isOurs: boolean };

/** How many of 100 requests meet which fault. */
export interface Faults {
  /** 429, with `Retry-After` or without. */
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

const MINUTE = 60_000;
export const BASE = 'http://api.test';
const encoder = new TextEncoder();
const idOf = (number: number) => `bot_${String(number).padStart(6, '0')}`;

/** In place of `Request`: those of the environment, and its responses, took half of the time. */
export class PlainRequest implements Pick<Request, 'url' | 'method' | 'signal' | 'text'> {
  readonly url: string;
  readonly method: string;
  readonly signal: AbortSignal;
  readonly text: () => Promise<string>;

  constructor(url: string, init: { method: string; body: string | null; signal: AbortSignal }) {
    this.url = url;
    this.method = init.method;
    this.signal = init.signal;
    this.text = async () => init.body ?? '';
  }
}

/** What the client reads of a response. */
function plainResponse(status: number, value?: unknown, headers: Record<string, string> = {}) {
  const bytes = value === undefined ? [] : [encoder.encode(JSON.stringify(value))];
  const read = async () => ({ done: bytes.length === 0, value: bytes.pop() });
  const response = {
    status,
    ok: status < 300,
    headers: Object.assign(new Map(Object.entries(headers)), {
      get: (name: string) => headers[name] ?? null,
    }),
    body: { getReader: () => ({ read }) },
  };
  // The client asks for no more than this.
  return response as unknown as Response;
}

/** Bot users in memory behind the real client, with faults by chance. Its time is that of the false clock. */
export function createFaultyService(random: () => number, rows: readonly Row[]) {
  const history = new Map<string, Was[]>();
  const createdAt = new Map<string, string>();
  const seen: Seen[] = [];
  /** In the last minute. */
  const arrivals: number[] = [];
  const between = (least: number, most: number) => least + random() * (most - least);

  const stateOf = (id: string) => history.get(id)?.at(-1)?.state ?? null;
  function put(id: string, state: Row | null, isOurs: boolean) {
    const was = { at: Date.now(), state, isOurs };
    const known = history.get(id);
    if (known) return void known.push(was);
    history.set(id, [was]);
    // To the second, as services tell it.
    createdAt.set(id, new Date(was.at).toISOString().replace(/\.\d+/, ''));
  }
  rows.forEach((row, at) => put(idOf(at), row, false));

  const service = {
    faults: { ...NO_FAULTS },
    /** What it lets pass in any minute; the arrivals that it has counted at most. */
    perMinute: Infinity,
    mostInAMinute: 0,
    mostAtOnce: 0,
    atOnce: 0,
    downUntil: 0,
    isKeyRefused: false,
    /** Until when it has asked to wait, and the arrivals before that. */
    askedUntil: 0,
    early: 0,
    seen,
    history,
    stateOf,
    ids: () => [...history.keys()],
    /** What another administrator does. */
    change: (id: string, state: Row | null) => put(id, state, false),

    async fetch(request: PlainRequest): Promise<Response> {
      const [path = '', query] = request.url.slice(BASE.length).split('?');
      const body = JSON.parse((await request.text()) || '{}') as Partial<Row>;
      const operationId = `op_${seen.length}`;
      if (Date.now() < service.askedUntil) service.early += 1;
      const id = path.split('/')[2];
      const target = id ?? body.name;
      const isWrite = request.method !== 'GET';
      const entry: Seen = { at: Date.now(), isWrite, isDone: false, operationId };
      if (target !== undefined) entry.target = target;
      seen.push(entry);
      service.mostAtOnce = Math.max(service.mostAtOnce, (service.atOnce += 1));
      const { isHeard, respond, ms } = fateOf(request.method, countArrival());
      const done = isHeard ? act(request.method, id, query, body, entry) : undefined;

      return new Promise((resolve, reject) => {
        let isOver = false;
        const end = (settle: () => void) => {
          if (isOver) return;
          isOver = true;
          service.atOnce -= 1;
          settle();
        };
        const leave = () => end(() => reject(request.signal.reason as Error));
        request.signal.addEventListener('abort', leave, { once: true });
        setTimeout(() => {
          const response = respond ? respond(operationId) : done;
          end(() => {
            if (response === undefined) return reject(new TypeError('Connection reset'));
            entry.status = response.status;
            entry.answeredAt = Date.now();
            const asked = Number(response.headers.get('retry-after')) * 1000;
            if (asked > 0) service.askedUntil = Date.now() + asked;
            resolve(response);
          });
        }, ms);
      });
    },
  };

  /** @returns whether the minute is full */
  function countArrival(): boolean {
    const now = Date.now();
    arrivals.push(now);
    while ((arrivals[0] ?? now) <= now - MINUTE) arrivals.shift();
    service.mostInAMinute = Math.max(service.mostInAMinute, arrivals.length);
    return arrivals.length > service.perMinute;
  }

  /** Whether the request is heard, and what is answered in place of the truth. */
  function fateOf(method: string, isFull: boolean): Fate {
    const ms = between(20, 400);
    if (service.isKeyRefused)
      return { isHeard: false, ms, respond: refusal(401, 'NOT_AUTHENTICATED') };
    const isHeard = random() < 0.5;
    if (service.downUntil > Date.now())
      return random() < 0.5
        ? { isHeard: false, ms, respond: reset }
        : { isHeard: false, ms, respond: refusal(503) };
    const faults: Array<[share: number, fate: () => Fate]> = [
      [isFull ? 100 : service.faults.limited, () => ({ isHeard: false, ms, respond: limited() })],
      [
        service.faults.broken,
        () => ({ isHeard, ms, respond: refusal(500 + Math.floor(random() * 4)) }),
      ],
      [service.faults.reset, () => ({ isHeard, ms, respond: reset })],
      // The client waits 15 seconds.
      [service.faults.late, () => ({ isHeard, ms: between(15_001, 40_000) })],
      [service.faults.slow, () => ({ isHeard: true, ms: between(1000, 12_000) })],
      [
        method === 'GET' ? 0 : service.faults.refused,
        () => ({ isHeard: false, ms, respond: refusal(400, 'REFUSED') }),
      ],
    ];
    let roll = random() * 100;
    return faults.find(([share]) => (roll -= share) < 0)?.[1]() ?? { isHeard: true, ms };
  }

  function limited(): Respond {
    const pause = random() < 0.5 ? { 'retry-after': String(Math.ceil(random() * 20)) } : undefined;
    return refusal(429, 'RATE_LIMITED', pause);
  }

  function act(
    method: string,
    id: string | undefined,
    query: string | undefined,
    body: Partial<Row>,
    entry: Seen,
  ) {
    const headers = { 'operation-id': entry.operationId };
    const json = (value: unknown, status = 200) => plainResponse(status, value, headers);
    if (id === undefined && method === 'GET')
      return json(page(new URLSearchParams(query).get('before_id') ?? 'z'));
    const before = id === undefined ? null : stateOf(id);
    if (id !== undefined && before === null) return refusal(404, 'NOT_FOUND')(entry.operationId);
    entry.isDone = entry.isWrite;
    if (method === 'GET') return json(toWire(id ?? ''));
    const place = id ?? idOf(history.size);
    if (method === 'DELETE') {
      put(place, null, true);
      return plainResponse(204, undefined, headers);
    }
    put(place, { name: '', active: true, ...before, ...body }, true);
    return json(toWire(place), id === undefined ? 201 : 200);
  }

  const toWire = (id: string) => {
    const { name = '', active } = stateOf(id) ?? {};
    return { id, uri: `/bot_users/${id}`, name, active, created_at: createdAt.get(id) };
  };
  /** Newest first. */
  function page(before: string) {
    const ids: string[] = [];
    for (let at = history.size - 1; at >= 0 && ids.length <= PAGE_LIMIT_MAX; at -= 1)
      if (idOf(at) < before && stateOf(idOf(at)) !== null) ids.push(idOf(at));
    const bot_users = ids.slice(0, PAGE_LIMIT_MAX).map(toWire);
    const next_page_uri =
      ids.length > PAGE_LIMIT_MAX ? `/bot_users?before_id=${bot_users.at(-1)?.id}` : null;
    return { uri: '/bot_users', bot_users, next_page_uri };
  }

  return service;
}

export type FaultyService = ReturnType<typeof createFaultyService>;

/** @returns `undefined`: the connection ends */
type Respond = (operationId: string) => Response | undefined;
/** `respond`: what is answered whatever was done. */
type Fate = { isHeard: boolean; ms: number; respond?: Respond };

const reset: Respond = () => undefined;
const refusal =
  (status: number, code = 'BROKEN', headers: Record<string, string> = {}) =>
  (operationId: string) => {
    const details = { operation_id: operationId };
    const body = { error_code: code, status_code: status, msg: 'By chance', details };
    return plainResponse(status, body, headers);
  };
