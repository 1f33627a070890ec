import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * For a start without a terminal, whose output ends up in a log: keys do not belong there.
 *
 * @returns path of the file, which only its owner can read
 */
export function writeFirstKeyFile(directory: string, key: string): string {
  const path = join(directory, 'first-api-key');
  rmSync(path, { force: true }); // the mode applies to a new file only
  writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx' });
  return path;
}
