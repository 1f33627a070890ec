import { printable } from '#client/curl.ts';
import type { CommandContext } from '#service/commands/context.ts';
import { openHistory, withData } from '#service/data.ts';
import type { HistoryEntry, HistoryVersion } from '#service/domain/history.ts';

interface Wanted {
  resource?: string;
  since?: Date;
  json?: true;
}

/** Read at a time. */
const PAGE = 500;

/** Prints changes, newest first, one line each. This command may run while a server runs. */
export const printHistory = ({ settings, write }: CommandContext, wanted: Wanted) =>
  withData(openHistory(settings, { shared: true }), async ({ stores }) => {
    const { resource, since, json } = wanted;
    const isWanted = ({ at }: HistoryEntry) => since === undefined || new Date(at) >= since;
    let before: string | undefined;
    for (;;) {
      const entries = await stores.history.page({ resource, before }, PAGE);
      const shown = entries.filter(isWanted);
      // An upstream may have named things by what a terminal acts on.
      const lines = shown.map((entry) => printable(json ? JSON.stringify(entry) : toLine(entry)));
      // A million entries would not fit into memory.
      await write(lines.map((line) => `${line}\n`).join(''));
      if (shown.length < PAGE) return;
      before = entries.at(-1)?.id;
    }
  });

function toLine({ at, who, operation, resource, before, after }: HistoryEntry): string {
  const person = who.person === null ? '' : `${who.person}, `;
  const name = resource.name === '' ? '' : ` ${JSON.stringify(resource.name)}`;
  const what = operation === 'update' ? differences(before, after) : `${operation}d`;
  return `${at}  ${person}${who.label}  ${resource.type} ${resource.id}${name}  ${what}`;
}

/** `name: "a" to "b", active: true to false` */
function differences(before: HistoryVersion | null, after: HistoryVersion | null): string {
  const old: Record<string, unknown> = { ...before };
  const changed = Object.entries({ ...after }).flatMap(([field, value]) => {
    const [from, to] = [old[field] ?? null, value].map((each) => JSON.stringify(each));
    if (from === to) return [];
    return [before === null ? `${field}: ${to}` : `${field}: ${from} to ${to}`];
  });
  return changed.length > 0 ? changed.join(', ') : 'update without a difference';
}
