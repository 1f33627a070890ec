// `npm test`: every check, one line each, and `N passed, N failed` alone on the last line.
// `npm test -- --only unit,e2e` runs the named stages and what they need. `npm run test:full` tries many more generated
// cases, and the pages at every width, in both schemes, zoomed and printed.
import { parseArgs } from 'node:util';
import { endWithNpm } from './end-with-npm.mjs';
import { findPgbouncer, findPostgres } from './find-postgres.mjs';
import { npm, requireNode } from './setup.mjs';
import { endStages, reportOf, runStage, sumLine } from './stages.mjs';

requireNode();
endWithNpm();
const { values } = parseArgs({ options: { only: { type: 'string' }, full: { type: 'boolean' } } });
if (values.full) process.env['TEST_FULL'] = '1';

/**
 * @param {string} name
 * @param {string[]} needs
 * @param {string[]} command of package.json, with its arguments
 */
const stage = (name, needs, ...[script = '', ...args]) => ({
  name,
  needs,
  command: [...npm, 'run', '--silent', script, '--', ...args],
});

/**
 * @param {string} name
 * @param {string[]} needs
 */
const vitest = (name, ...needs) => {
  const reporters = ['--reporter', 'default', '--reporter', 'json'];
  const report = ['--outputFile.json', reportOf(name)];
  return { ...stage(name, needs, `test:${name}`, ...reporters, ...report), hasTests: true };
};

const { missing: noPostgres } = findPostgres();
const { missing: noPgbouncer } = findPgbouncer();
const lacksPgbouncer = noPgbouncer !== undefined && noPostgres === undefined;

/**
 * One row after the other; the stages of a row run together.
 *
 * @type {import('./stages.mjs').Stage[][]}
 */
const rows = [
  [stage('install', [], 'setup')],
  [
    stage('browser', ['install'], 'setup:browser'),
    stage('format', ['install'], 'format', '--check'),
    stage('lint', ['install'], 'lint'),
    stage('unused', ['install'], 'unused'),
  ],
  // The linter has told of wrong types already, in half of the time.
  values.full ? [stage('types', ['install'], 'typecheck')] : [],
  [vitest('unit', 'install'), stage('build', ['install'], 'build')],
  // Both wait for processes, disks and clocks most of their time.
  [vitest('contract', 'build'), { ...vitest('postgres', 'build'), missing: noPostgres }],
  lacksPgbouncer ? [{ ...stage('pgbouncer', []), missing: noPgbouncer }] : [],
  [{ ...stage('e2e', ['browser', 'build'], 'test:e2e'), hasTests: true }],
];

const all = rows.flat();
const names = all.map(({ name }) => name);
const chosen = new Set(values.only?.split(',') ?? names);
// A set also walks over what is added on the way.
for (const name of chosen) {
  if (!names.includes(name)) {
    console.error(`There is no stage "${name}": ${names.join(', ')}.`);
    process.exit(1);
  }
  for (const needed of all.find((each) => each.name === name)?.needs ?? []) chosen.add(needed);
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    endStages();
    process.exit(1);
  });

/** @type {Map<string, import('./stages.mjs').Result>} */
const results = new Map();
for (const row of rows)
  await Promise.all(
    row
      .filter(({ name }) => chosen.has(name))
      .map(async (each) => {
        const failed = each.needs.find((name) => !results.get(name)?.ok);
        results.set(each.name, await runStage(each, failed));
      }),
  );

const ended = [...results.values()];
console.log(`\n${ended.map(({ line }) => line).join('\n')}\n`);
console.log(sumLine(...ended.map(({ counts }) => counts)));
process.exitCode = ended.every(({ ok }) => ok) ? 0 : 1;
