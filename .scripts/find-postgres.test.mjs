import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPgbouncer, findPostgres } from './find-postgres.mjs';

/** @type {string} */
let folder;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'find-postgres-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * @param {string} bin
 * @param {string[]} names
 */
function programs(bin, names = ['initdb', 'pg_ctl', 'postgres']) {
  const made = join(folder, bin);
  mkdirSync(made, { recursive: true });
  for (const name of names) writeFileSync(join(made, name), '');
  return made;
}

/** @param {ReturnType<typeof findPostgres>} result */
const found = (result) => result.missing ?? result.folder;

it('takes what POSTGRES_BIN names before anything else', () => {
  const named = programs('named');
  const PATH = programs('on-path');
  expect(found(findPostgres({ POSTGRES_BIN: named, PATH }, []))).toBe(named);
});

it('does not look further when POSTGRES_BIN names no server', () => {
  const PATH = programs('on-path');
  const named = programs('named', ['psql', 'postgres']);
  expect(found(findPostgres({ POSTGRES_BIN: named, PATH }, []))).toBe(
    `no initdb, pg_ctl and postgres in POSTGRES_BIN (${named})`,
  );
});

it('takes the first folder of the PATH that has a whole server', () => {
  const PATH = [programs('clients', ['psql', 'initdb']), programs('whole')].join(delimiter);
  expect(found(findPostgres({ PATH }, []))).toBe(join(folder, 'whole'));
});

it('asks the pg_config of the PATH, which may know a folder without a server', () => {
  const told = programs('told');
  const PATH = programs('path', []);
  const pgConfig = join(PATH, 'pg_config');
  writeFileSync(pgConfig, `#!/bin/sh\necho ${told}\n`);
  chmodSync(pgConfig, 0o755);
  expect(found(findPostgres({ PATH }, []))).toBe(told);

  rmSync(join(told, 'postgres'));
  const installed = programs('15/bin');
  expect(found(findPostgres({ PATH }, [folder]))).toBe(installed);
});

it('takes the newest version that has a server', () => {
  programs('9.6/bin');
  programs('15/bin');
  programs('17/bin', ['psql']);
  const newest = programs('16/bin');
  expect(found(findPostgres({ PATH: '' }, [join(folder, 'absent'), folder]))).toBe(newest);
  const homebrew = programs('opt/postgresql@14/bin');
  programs('opt/postgresql@9.6/bin');
  expect(found(findPostgres({ PATH: '' }, [join(folder, 'opt')]))).toBe(homebrew);
});

it('says how to get what is missing', () => {
  expect(found(findPostgres({ PATH: '' }, []))).toMatch(/install postgresql, or set POSTGRES_BIN/);
  expect(found(findPgbouncer({ PATH: '' }, []))).toBe('no pgbouncer: install it');
});

it('finds pgbouncer where the PATH of a person does not look', () => {
  const sbin = programs('sbin', ['pgbouncer']);
  expect(found(findPgbouncer({ PATH: '' }, [sbin]))).toBe(sbin);
});
