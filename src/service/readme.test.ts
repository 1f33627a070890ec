import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runCommandLine } from '#service/command-line.ts';
import { SETTINGS, settingNames } from '#service/settings-table.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

it('has a row for every setting, with the default and the text of the help', () => {
  const rows = settingNames.map((name) => {
    const { fallback, what } = SETTINGS[name];
    // The only one that differs by where the service runs.
    const usual = name === 'LOG_LEVEL' ? 'info' : fallback;
    return [`\`${name}\``, usual === undefined ? 'none' : `\`${usual}\``, what];
  });
  expect(rowsBelow('| Setting ')).toEqual(rows);
});

it('has a row for every command of the help, in its order', async () => {
  const named = rowsBelow('| Command ').map(
    ([command = '']) => /^`([a-z ]*[a-z])/.exec(command)?.[1],
  );
  expect(named).toEqual(await commandsBelow());
});

/** Cells of the table whose head begins so. */
function rowsBelow(head: string): string[][] {
  const lines = readme.slice(readme.indexOf(`\n${head}`) + 1).split('\n');
  const rows = lines.slice(2, lines.indexOf(''));
  return rows.map((row) =>
    row
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
}

/** @returns names such as `key create` of what has no further commands below it */
async function commandsBelow(...names: string[]): Promise<string[]> {
  const [, list = ''] = (await helpOf(names)).split('\nCommands:\n');
  const below = [...list.matchAll(/^ {2}([a-z]+)/gm)].flatMap(([, name = '']) =>
    name === 'help' ? [] : [name],
  );
  if (below.length === 0) return [names.join(' ')];
  const found = [];
  for (const name of below) found.push(...(await commandsBelow(...names, name)));
  return found;
}

/** What the program itself prints. */
async function helpOf(names: string[]): Promise<string> {
  let text = '';
  const write = (chunk: string) => (text += chunk);
  const serve = async () => expect.unreachable();
  const output = { stdout: { write }, stderr: { write } };
  expect(await runCommandLine([...names, '--help'], { env: {}, ...output, serve })).toBe(0);
  return text;
}
