import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SETTINGS, settingKeys, settingName } from '#service/settings-table.ts';
import { command } from '#service/test/program.test.helper.ts';

const document = readFileSync(new URL('SETTINGS.md', import.meta.url), 'utf8');

it('has a row for every setting, with the default and the text of the help', () => {
  const rows = settingKeys.map((key) => {
    const { fallback, what } = SETTINGS[key];
    const name = settingName(key);
    // The only one that differs by where the service runs.
    const usual = name === 'LOG_LEVEL' ? 'info' : fallback;
    return [`\`${name}\``, usual === undefined ? 'none' : `\`${usual}\``, what];
  });
  expect(rowsBelow('| Setting ')).toEqual(rows);
});

it('has a row for every command of the help, which names every setting in 80 columns', async () => {
  const named = rowsBelow('| Command ').map(([cell = '']) => /^`([a-z ]*[a-z])/.exec(cell)?.[1]);
  const { code, stdout } = await command({}, '--help');
  expect(code).toBe(0);
  const [, list = ''] = stdout.split('\nCommands:\n');
  const commands = [...list.matchAll(/^ {2}([a-z]+(?: [a-z]+)*)/gm)].map(([, name]) => name);
  expect(commands).toContain('key create');
  expect(named).toEqual(commands);
  for (const name of settingKeys.map(settingName)) expect(stdout).toContain(name);
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

it('sets in the image only what a container cannot do without: a settings file cannot say it', () => {
  const image = readFileSync(new URL('../../.container/Dockerfile', import.meta.url), 'utf8');
  const set = settingKeys.map(settingName).filter((name) => image.includes(`${name}=`));
  expect(set).toEqual(['HOST', 'DATA_DIR']);
});

it('names no test in a decision in force that is gone', () => {
  const root = new URL('../../', import.meta.url);
  const files = ['src', 'e2e'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file.replaceAll('\\', '/')}`,
    ),
  );
  const folder = new URL('src/decisions/', root);
  const texts = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
  // With "but" the status says itself what has changed.
  const inForce = texts.filter((text) => /^Status: in force[.;]/m.test(text));
  const named = inForce.flatMap((text) => text.match(/[\w/.-]+\.(?:test|spec)\.tsx?(?=`)/g) ?? []);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
});

/** Cells of the table whose head begins so. */
function rowsBelow(head: string): string[][] {
  const lines = document.slice(document.indexOf(`\n${head}`) + 1).split('\n');
  const rows = lines.slice(2, lines.indexOf(''));
  return rows.map((row) => row.split(/ *\| */).slice(1, -1));
}
