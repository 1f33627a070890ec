import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandContext } from '#service/commands/context.ts';
import { openHistory, withData } from '#service/data.ts';
import { errorCode, OperatorError } from '#service/domain/errors.ts';
import { toTimestamp } from '#service/domain/text.ts';
import { restoreBackup, writeBackup } from '#service/storage/backup.ts';

/** This command may run while a server runs: the file is a consistent snapshot. */
export const backUp = (context: CommandContext, path: string, { keep }: { keep?: number }) =>
  keep === undefined ? writeTo(context, path) : writeInto(context, path, keep);

const writeTo = ({ settings, print }: CommandContext, path: string) =>
  withData(openHistory(settings, { shared: true }), async ({ database, place }) =>
    print(`Wrote ${await writeBackup(database, path)} rows of ${place} to ${path}.`),
  );

/**
 * Writes a backup into the directory, then removes older ones of this naming: `keep` are left.
 *
 * Nothing is removed unless the new one is whole.
 */
async function writeInto(context: CommandContext, directory: string, keep: number): Promise<void> {
  const name = `gatehouse-${toTimestamp(new Date()).replaceAll(':', '-')}.jsonl`;
  await writeTo(context, join(directory, name));
  const others = readdirSync(directory).filter((file) => OWN_NAME.test(file));
  // A clock that was ahead has named those of later: they would stay for ever, in place of newer ones.
  const ofLater = others.filter((file) => file > name).toSorted();
  const older = [...ofLater, ...others.filter((file) => file < name).toSorted()];
  for (const file of older.slice(0, Math.max(0, older.length - (keep - 1)))) {
    const path = join(directory, file);
    try {
      rmSync(path);
    } catch (error) {
      const sentence = `Cannot remove ${path} (${errorCode(error)}): remove it by hand. The new backup is whole.`;
      throw new OperatorError(sentence, { cause: error });
    }
    context.print(`Removed ${path}.`);
  }
}

const OWN_NAME = /^gatehouse-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.jsonl$/;

export const restore = ({ settings, print }: CommandContext, path: string) =>
  withData(openHistory(settings, { shared: false }), async ({ database, place }) =>
    print(`Restored ${await restoreBackup(database, path)} rows from ${path} into ${place}.`),
  );
