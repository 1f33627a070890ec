import { hasStatus } from '#client/errors.ts';
import type { WriteCondition } from '#contract/endpoint.ts';
import { isSameModule } from '#web/features/routes/editor/module-draft.ts';
import { moduleOf, type ModuleReading } from '#web/features/routes/module-reading.ts';

/** What became of a change: the state that it made, or the one that somebody else made first, and nothing was sent over. */
export interface WriteOutcome {
  kind: 'done' | 'changed';
  reading: ModuleReading;
}

/**
 * Makes one change on the condition that the module is still the one that the person has seen.
 *
 * Without a condition a 412 is a refusal like any other: the service has its own reasons.
 *
 * @param seen the last reading that the person has agreed to
 * @throws what `write` throws, and an `Error` when the module was changed and cannot be read
 */
export async function writeOver(
  seen: ModuleReading,
  write: (condition: WriteCondition) => Promise<ModuleReading>,
  read: () => Promise<ModuleReading>,
): Promise<WriteOutcome> {
  const { condition } = seen;
  try {
    return { kind: 'done', reading: await write(condition ?? {}) };
  } catch (cause) {
    if (condition === undefined || !hasStatus(cause, 412)) throw cause;
    const now = await read().catch(() => {
      throw new Error('The module was changed in the meantime and could not be read again', {
        cause,
      });
    });
    return { kind: 'changed', reading: isRefused(condition, now) ? unguarded(now) : now };
  }
}

/**
 * Whether the service shows again what it has just refused: something between it and this page rewrites tags or
 * gives out old answers. No further try could succeed, so the next one goes without, and its dialog says so.
 */
const isRefused = ({ ifMatch, ifNoneMatch }: WriteCondition, now: ModuleReading) =>
  now.condition?.ifMatch === ifMatch && now.condition?.ifNoneMatch === ifNoneMatch;

function unguarded({ condition: _refused, ...reading }: ModuleReading): ModuleReading {
  return reading;
}

/** Why a change was not made, above what it would change now. */
export function changedWords(shown: ModuleReading, now: ModuleReading): string {
  if (!isSameModule(moduleOf(shown), moduleOf(now)))
    return 'The module was changed in the meantime. This is how it is now.';
  return now.condition === undefined
    ? 'The service says that the module was changed, yet it shows the same one. Trying again changes whatever is there.'
    : 'The module was changed in the meantime and is now as it was before. Try again.';
}
