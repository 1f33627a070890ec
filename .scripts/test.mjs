// `npm test`: every check, one line each, and `N passed, N failed` alone on the last line.
// `npm test -- --only unit,e2e` runs the named stages. `npm run test:full` tries many more generated cases, and the pages
// at every width, in both schemes, zoomed and printed.
import { parseArgs } from 'node:util';
import { endWithNpm } from './end-with-npm.mjs';
import { findPostgres } from './find-postgres.mjs';
import { npm, setup } from './setup.mjs';
import { endStages, reportOf, runStage, sumLine } from './stages.mjs';

endWithNpm();
setup();
const { values } = parseArgs({ options: { only: { type: 'string' }, full: { type: 'boolean' } } });
if (values.full) process.env['TEST_FULL'] = '1';

/** @param {string} name @param {string[]} script of package.json, with its arguments */
const stage = (name, ...script) => ({ name, command: [...npm, 'run', '--silent', ...script] });

/** @param {string} name */
const vitest = (name) => {
  const reporters = ['--reporter', 'default', '--reporter', 'json'];
  const report = ['--outputFile.json', reportOf(name)];
  return { ...stage(name, `test:${name}`, '--', ...reporters, ...report), hasTests: true };
};

/**
 * One row after the other; the stages of a row run together.
 *
 * @type {import('./stages.mjs').Stage[][]}
 */
const rows = [
  [
    stage('browser', 'setup:browser'),
    stage('format', 'format', '--', '--check'),
    stage('lint', 'lint'),
    stage('unused', 'unused'),
  ],
  // The linter has told of wrong types already, in half of the time.
  values.full ? [stage('types', 'typecheck')] : [],
  [vitest('unit'), stage('build', 'build')],
  // Both wait for processes, disks and clocks most of their time.
  [vitest('contract'), { ...vitest('postgres'), missing: findPostgres().missing }],
  [{ ...stage('e2e', 'test:e2e'), hasTests: true }],
];

const names = rows.flat().map(({ name }) => name);
const chosen = values.only?.split(',') ?? names;
const unknown = chosen.find((name) => !names.includes(name));
if (unknown !== undefined) {
  console.error(`There is no stage "${unknown}": ${names.join(', ')}.`);
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    endStages();
    process.exit(1);
  });

const results = [];
for (const row of rows) {
  const wanted = row.filter(({ name }) => chosen.includes(name));
  results.push(...(await Promise.all(wanted.map(runStage))));
}
console.log(`\n${results.map(({ line }) => line).join('\n')}\n`);
console.log(sumLine(...results.map(({ counts }) => counts)));
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
