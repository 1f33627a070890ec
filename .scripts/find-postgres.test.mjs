import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPostgres, keepsClustersAway } from './find-postgres.mjs';

/** @type {string} */
let folder;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'find-postgres-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * @param {string} bin
 * @param {string[]} names
 */
function programs(bin, names = ['initdb', 'postgres']) {
  const made = join(folder, bin);
  mkdirSync(made, { recursive: true });
  for (const name of names) writeFileSync(join(made, name), '');
  return made;
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} [versioned]
 */
function found(env, versioned = []) {
  const answer = findPostgres(env, versioned);
  return 'missing' in answer ? answer.missing : answer.folder;
}

it('takes what POSTGRES_BIN names before anything else', () => {
  const named = programs('named');
  const PATH = programs('on-path');
  expect(found({ POSTGRES_BIN: named, PATH })).toBe(named);
});

it('does not look further when POSTGRES_BIN names no server', () => {
  const PATH = programs('on-path');
  const named = programs('named', ['psql', 'postgres']);
  expect(found({ POSTGRES_BIN: named, PATH })).toBe(`no initdb and postgres in ${named}`);
});

it('asks the pg_config of the PATH, which may know a folder without a server', () => {
  const told = programs('told');
  const PATH = programs('path', []);
  const pgConfig = join(PATH, 'pg_config');
  writeFileSync(pgConfig, `#!/bin/sh\necho ${told}\n`);
  chmodSync(pgConfig, 0o755);
  expect(found({ PATH })).toBe(told);

  rmSync(join(told, 'postgres'));
  const installed = programs('15/bin');
  expect(found({ PATH }, [folder])).toBe(installed);
});

it('takes the newest version that has a server', () => {
  programs('9.6/bin');
  programs('postgresql@15/bin');
  programs('17/bin', ['psql']);
  const newest = programs('16/bin');
  expect(found({ PATH: '' }, [join(folder, 'absent'), folder])).toBe(newest);
});

it('keeps the package from making a server of its own', () => {
  const file = join(folder, 'common', 'createcluster.conf');
  expect(keepsClustersAway(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe('create_main_cluster = false\n');
});

it('leaves a setting that someone wrote as it is', () => {
  const file = join(folder, 'createcluster.conf');
  writeFileSync(file, '#create_main_cluster = false\n');
  expect(keepsClustersAway(file)).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe('#create_main_cluster = false\n');
});
