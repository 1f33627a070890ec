import { ApiError } from '#client/errors.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { createLoader, type Loader, type Outcome } from '#web/features/bot-users/data/loader.ts';
import { createLocalChanges } from '#web/features/bot-users/data/local-changes.ts';
import type { ReadPage } from '#web/features/bot-users/data/reading.ts';
import { createRowStore } from '#web/features/bot-users/data/row-store.ts';
import {
  FIRST,
  pageOf,
  type SimulatedService,
} from '#web/features/bot-users/data/simulated-service.test.helper.ts';

/** What the service does with a request; `undefined`: as it should. */
export type Answering = (query: string) => ReadPage | undefined;

/** One tab in front of a service that answers when it is told to. */
export class Tab {
  readonly rows = createRowStore();
  readonly changes = createLocalChanges();
  readonly loader: Loader;
  readonly asked: string[] = [];
  /** Most requests that were ever under way together. */
  most = 0;
  service: SimulatedService;
  answering: Answering = () => undefined;
  /** What happens in the moment in which a page arrives. */
  arriving = () => {};
  #open: Array<{ query: string; read?: ReadPage; settle: (read: ReadPage | Error) => void }> = [];

  constructor(service: SimulatedService) {
    this.service = service;
    this.loader = createLoader(
      {
        rows: this.rows,
        first: FIRST,
        readPage: (query, { signal }) => this.#readPage(query, signal),
        limiter: { room: async () => {} },
        session: new AbortController().signal,
      },
      service.page(FIRST),
    );
  }

  get ids() {
    return this.rows.order().map((slot) => this.rows.at(slot).id);
  }

  get shown(): BotUser[] {
    return this.rows.order().map((slot) => this.rows.at(slot));
  }

  async #readPage(query: string, signal: AbortSignal): Promise<ReadPage> {
    const stamp = this.changes.stamp();
    this.asked.push(query);
    const open = new Promise<ReadPage>((resolve, reject) => {
      this.#open.push({
        query,
        settle: (answer) => (answer instanceof Error ? reject(answer) : resolve(answer)),
      });
    });
    this.most = Math.max(this.most, this.#open.length);
    const request = this.#open.at(-1);
    const leave = () => request?.settle(signal.reason as Error);
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
    const read = await open.finally(() => {
      signal.removeEventListener('abort', leave);
      this.#open = this.#open.filter((each) => each !== request);
    });
    this.arriving();
    return { ...read, bot_users: this.changes.over(read.bot_users, stamp) };
  }

  /** The service reads for the request, which it answers later. */
  read() {
    for (const open of this.#open)
      open.read ??= this.answering(open.query) ?? this.service.page(open.query);
  }

  /** The answer arrives, or a failure. @returns whether there was a request */
  async answer(failure?: Error): Promise<boolean> {
    await settled();
    this.read();
    const [open] = this.#open;
    open?.settle(failure ?? open.read ?? pageOf([]));
    await settled();
    return open !== undefined;
  }

  /** Answers whatever is asked. */
  async answerAll() {
    while (await this.answer());
  }

  async run(...[task]: Parameters<Loader['run']>): Promise<Outcome> {
    const outcome = this.loader.run(task);
    await this.answerAll();
    return outcome;
  }

  /** The person makes one here. */
  create(): BotUser {
    const made = this.service.create();
    this.changes.create(made);
    this.rows.prepend([made]);
    return made;
  }

  remove(id: string) {
    this.service.remove(id);
    this.changes.remove(id);
    this.rows.remove([id]);
  }

  /** The person presses a switch. */
  wish(id: string, active: boolean) {
    this.changes.change(id, { active }, true);
    this.rows.change(id, { active });
  }

  /** The service has done what was wished. */
  grant(id: string, active: boolean) {
    const done = this.service.edit(id, { active }) ?? { active };
    this.changes.change(id, done);
    this.rows.change(id, done);
  }
}

/** Until all that follows from what has happened has happened. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

export const refused = () => new ApiError('Refused', { kind: 'status', status: 403, fields: {} });
