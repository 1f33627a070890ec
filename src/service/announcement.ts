import type { Settings } from '#service/settings.ts';
import { apiKeysOf, commandAuthor, type OpenData } from '#service/data.ts';
import { acceptFirstKey, type FirstKey } from '#service/domain/account.ts';
import { urlHost } from '#service/http/hosts.ts';
import { writeFirstKeyFile } from '#service/storage/sqlite/first-key-file.ts';

/**
 * What a start prints; tests read the first line. Creates the first key: call it once, when the service listens.
 */
export async function announcement(
  settings: Settings,
  account: OpenData | undefined,
  port: number,
): Promise<string> {
  const ready = `Gatehouse is ready at ${publicUrlOf(settings, port)}`;
  if (account === undefined) return `${ready}\nUpstream: ${settings.upstreamUrl?.href}`;
  const { dataDir, databaseUrl, firstApiKey } = settings;
  const author = await commandAuthor(account);
  const key = await acceptFirstKey(apiKeysOf(account), firstApiKey, author, {
    // Without a terminal nobody sees the output, and with a database there is no directory for the key's file.
    canTell: process.stdout.isTTY || databaseUrl === undefined,
  });
  const demo = (await account.stores.account.isDemonstration())
    ? '  (demonstration data; demo --clear removes it)'
    : '';
  return [ready, `API key:  ${keyText(dataDir, key)}`, `Data:     ${account.place}${demo}`].join(
    '\n',
  );
}

function keyText(dataDir: string, firstKey: FirstKey): string {
  const another = 'create another: npm run key LABEL';
  if (firstKey.from === 'settings') return 'the one in FIRST_API_KEY';
  if (firstKey.from === 'revoked') return `the one in FIRST_API_KEY is revoked  (${another})`;
  if (firstKey.from === 'before') return `as before  (${another})`;
  if (firstKey.from === 'nowhere') return 'none yet; create one: npm run key LABEL';
  return process.stdout.isTTY
    ? `${firstKey.key}  (shown once; ${another})`
    : `in the file ${writeFirstKeyFile(dataDir, firstKey.key)}  (${another})`;
}

/** Origin under which people and clients reach the service. */
export function publicUrlOf({ publicUrl, host }: Settings, port: number): string {
  return publicUrl ?? new URL(`http://${urlHost(host)}:${port}`).origin;
}
