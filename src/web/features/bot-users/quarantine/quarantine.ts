import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { BotUser } from '#contract/bot-user.ts';
import { QUARANTINE_KEY } from '#web/features/bot-users/quarantine/quarantine-key.ts';
import { accountOf } from '#web/jobs/journal.ts';
import { createDeviceValue, type DeviceValueOptions } from '#web/lib/device-storage.ts';
import { session } from '#web/session/session.ts';
import { nameOf } from '#web/ui/safe-line.ts';

const Entry = z.object({
  account: z.string(),
  id: z.string(),
  /** At that time. */
  name: z.string(),
  /** Milliseconds since 1970. */
  since: z.number(),
  dueAt: z.number(),
});
/** A bot user that is to be deleted unless somebody needs it until then. */
export type Entry = z.output<typeof Entry>;

type QuarantineOptions = Pick<DeviceValueOptions<unknown>, 'storage' | 'tabs'> & {
  account: () => string;
  /** Takes the key out of a text. */
  redact: (text: string) => string;
};

/** Kept on this device for each account apart, also after signing out: the person has asked for it. */
export function createQuarantine({ account, redact, ...options }: QuarantineOptions) {
  const kept = createDeviceValue<readonly Entry[]>({ ...options, key: QUARANTINE_KEY, read });

  function read(content: unknown): Entry[] {
    const rows = Array.isArray(content) ? content : [];
    return rows.flatMap((row) => z.safeParse(Entry, row).data ?? []);
  }

  const without = (entries: readonly Entry[], ids: ReadonlySet<string>) =>
    entries.filter((entry) => entry.account !== account() || !ids.has(entry.id));

  return {
    /** Of all accounts. */
    all: kept.get,
    subscribe: kept.subscribe,
    isSaved: kept.isSaved,
    /** The first that is due first. */
    own: (entries: readonly Entry[]) =>
      entries
        .filter((entry) => entry.account === account())
        .toSorted((one, other) => one.dueAt - other.dueAt),
    /** Who is in it already begins anew. */
    add(bots: readonly BotUser[], days: number) {
      const since = Date.now();
      const dueAt = daysAfter(since, days);
      const added = bots.map(({ id, name }) => ({
        account: account(),
        id,
        name: redact(name),
        since,
        dueAt,
      }));
      kept.change((before) => [...without(before, new Set(bots.map(({ id }) => id))), ...added]);
    },
    remove: (ids: Iterable<string>) => kept.change((before) => without(before, new Set(ids))),
  };
}

export const quarantine = createQuarantine({ account: accountOf, redact: session.redact });

/** What is kept for this account. */
export const useQuarantine = () =>
  quarantine.own(useSyncExternalStore(quarantine.subscribe, quarantine.all));

/** At the same time of day, also where the clocks change meanwhile. */
function daysAfter(at: number, days: number): number {
  const date = new Date(at);
  return date.setDate(date.getDate() + days);
}

/** As it was read; `null`: it is gone; `undefined`: nobody has looked. */
export type Seen = Pick<BotUser, 'name' | 'active'> | null | undefined;

export const isUnchanged = ({ name }: Entry, seen: Seen) =>
  Boolean(seen && !seen.active && seen.name === name);

export function changeText(entry: Entry, seen: Seen): string {
  if (seen === undefined) return 'Not checked';
  if (seen === null) return 'Gone';
  if (isUnchanged(entry, seen)) return 'Unchanged';
  const name = nameOf({ ...entry, ...seen });
  if (seen.name === entry.name) return 'Active';
  return seen.active ? `Active, renamed to ${name}` : `Renamed to ${name}`;
}
