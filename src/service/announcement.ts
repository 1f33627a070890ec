import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandAuthor, NEW_KEY, type OpenData } from '#service/data.ts';
import { addressesOf } from '#service/http/hosts.ts';
import type { Settings } from '#service/settings.ts';

/**
 * What a start prints; tests read the first line. Creates the first key: call it once, when the service listens, for a
 * key that nobody is told about is lost.
 */
export async function announcement(
  settings: Settings,
  data: OpenData | undefined,
  port: number,
): Promise<string> {
  const ready = `Gatehouse is ready at ${addressesOf(settings, port).publicUrl}`;
  const { upstreamUrl } = settings;
  if (upstreamUrl || !data) return `${ready}\nUpstream: ${upstreamUrl?.href}`;
  const demo = (await data.stores.account.isDemonstration())
    ? '  (demonstration data; demo --clear removes it)'
    : '';
  const key = await acceptFirstKey(settings, data);
  return [ready, `API key:  ${key}`, `Data:     ${data.place}${demo}`].join('\n');
}

/** @returns where the key to begin with is found */
async function acceptFirstKey(settings: Settings, account: OpenData): Promise<string> {
  const { dataDir, databaseUrl, firstApiKey } = settings;
  const { stores, apiKeys } = account;
  const { isTTY } = process.stdout;
  const another = `create another: ${NEW_KEY}`;
  const author = await commandAuthor(account);
  if (firstApiKey !== undefined) {
    // Also when the account was set up long ago.
    await apiKeys.create({ name: 'FIRST_API_KEY', key: firstApiKey }, author);
    return (await apiKeys.identify(firstApiKey))
      ? 'the one in FIRST_API_KEY'
      : `the one in FIRST_API_KEY is revoked  (${another})`;
  }
  if ((await stores.apiKeys.list()).length > 0) return `as before  (${another})`;
  // Without a terminal nobody sees the output, and with a database there is no directory for the key's file.
  if (!isTTY && databaseUrl !== undefined) return `none yet; create one: ${NEW_KEY}`;
  const key = await apiKeys.create({ name: 'first key' }, author);
  return isTTY
    ? `${key}  (shown once; ${another})`
    : `in the file ${writeKeyFile(dataDir, key)}  (${another})`;
}

/**
 * For a start without a terminal, whose output ends up in a log: keys do not belong there.
 *
 * @returns path of the file, which only its owner can read
 */
function writeKeyFile(directory: string, key: string): string {
  const path = join(directory, 'first-api-key');
  rmSync(path, { force: true }); // the mode applies to a new file only
  writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx' });
  return path;
}
