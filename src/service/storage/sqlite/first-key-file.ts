import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * For starts that nobody watches, where the output ends in a log: keys do not belong there.
 *
 * @returns path of the file, which only its owner can read
 */
export function writeFirstKeyFile(directory: string, key: string): string {
  const path = join(directory, 'first-api-key');
  rmSync(path, { force: true }); // the mode counts only for a file that is made new
  writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx' });
  return path;
}
