import type { CommandContext } from '#service/commands/context.ts';
import { commandAuthor, NEW_KEY, openAccount, withData } from '#service/data.ts';
import { OperatorError } from '#service/domain/errors.ts';
import { holdsControls } from '#service/domain/text.ts';

/** The key is the last line, so that a script can take it. */
export async function createKey(
  { settings, print }: CommandContext,
  label: string,
  { readOnly: read_only }: { readOnly: boolean },
): Promise<void> {
  const name = label.trim();
  if (name === '' || holdsControls(name))
    throw new OperatorError(
      'The label must be a text of one line, such as "deploy script", without control characters.',
    );
  await withData(openAccount(settings, { shared: true }), async (account) => {
    const keys = await account.stores.apiKeys.list();
    const others = keys.filter((key) => key.name === name && key.revoked_at === null);
    const author = await commandAuthor(account);
    const key = await account.apiKeys.create({ name, read_only }, author);
    if (others.length > 0)
      print(`Another accepted key has this label: ${others.map(({ id }) => id).join(', ')}.`);
    const access = read_only ? ', for reading only' : '';
    print(`API key "${name}"${access} for the data in ${account.place}, shown this once:`);
    print(key);
  });
}

export const listKeys = ({ settings, print }: CommandContext) =>
  withData(openAccount(settings, { shared: true }), async ({ stores }) => {
    const rows = (await stores.apiKeys.list()).map(
      ({ id, created_at, revoked_at, read_only, name }) => [
        id,
        created_at,
        read_only ? 'read-only' : 'read-write',
        revoked_at === null ? 'accepted' : `revoked ${revoked_at}`,
        name,
      ],
    );
    if (rows.length === 0) return print(`There is no API key yet. Create one: ${NEW_KEY}`);
    const table = [['Id', 'Created', 'Access', 'State', 'Label'], ...rows];
    const widths = table[0]?.map((_, column) =>
      Math.max(...table.map((row) => row[column]?.length ?? 0)),
    );
    for (const row of table) {
      const cells = row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0));
      print(cells.join('  ').trimEnd());
    }
  });

export const revokeKey = ({ settings, print }: CommandContext, id: string) =>
  withData(openAccount(settings, { shared: true }), async (account) => {
    const key = await account.apiKeys.revoke(id, await commandAuthor(account));
    if (key === undefined)
      throw new OperatorError(`There is no API key ${id}: key list shows all.`);
    print(`API key "${key.name}" is revoked since ${key.revoked_at}.`);
  });
