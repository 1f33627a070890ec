// `npm test`: every check, one line each, and `N passed, N failed` alone on the last line.
// `npm test -- --only unit,e2e` runs the named stages and what they need. `npm run test:full` tries many more generated
// cases, and the pages at every width, in both schemes, zoomed and printed.
import { sumLine } from './counts.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { findPgbouncer, findPostgres } from './find-postgres.mjs';
import { endStages, reportOf, runStage, skipped } from './run-stage.mjs';
import { requireNode } from './setup.mjs';
import { npm } from './tool.mjs';

requireNode();
endWithNpm();
const isFull = process.argv.includes('--full');
if (isFull) process.env['TEST_FULL'] = '1';

/**
 * @param {string} name
 * @param {string[]} args
 */
const script = (name, ...args) => [...npm(), 'run', '--silent', name, '--', ...args];

const { missing: missingPostgres } = findPostgres();
const { missing: missingPgbouncer } = findPgbouncer();

const needs = ['install'];

/**
 * @param {string} name
 * @param {string} [missing]
 */
const vitest = (name, missing) => {
  const reporters = ['--reporter', 'default', '--reporter', 'json'];
  const command = script(`test:${name}`, ...reporters, '--outputFile.json', reportOf(name));
  return { name, needs, command, hasTests: true, missing };
};

/** @type {Map<string, import('./run-stage.mjs').Result>} */
const results = new Map();

/**
 * One row after the other; the stages of a row run together.
 *
 * @type {import('./run-stage.mjs').Stage[][]}
 */
const rows = [
  [{ name: 'install', needs: [], command: script('setup') }],
  [{ name: 'browser', needs, command: script('setup:browser') }],
  [
    { name: 'format', needs, command: script('format', '--check') },
    { name: 'lint', needs, command: script('lint') },
    { name: 'unused', needs, command: script('unused') },
  ],
  // The linter has told of wrong types already, in half of the time.
  isFull ? [{ name: 'types', needs, command: script('typecheck') }] : [],
  [vitest('unit'), { name: 'build', needs, command: script('build') }],
  [{ ...vitest('contract'), needs: ['build'] }],
  [{ ...vitest('postgres', missingPostgres), needs: ['build'] }],
  [{ name: 'e2e', needs: ['browser', 'build'], command: script('test:e2e'), hasTests: true }],
];

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.once(signal, () => {
    endStages();
    process.exit(1);
  });

const chosen = choose(process.argv);

for (const row of rows) {
  const stages = row.filter((stage) => chosen.has(stage.name));
  const ended = await Promise.all(
    stages.map((stage) =>
      runStage(
        stage,
        stage.needs.find((name) => !results.get(name)?.ok),
      ),
    ),
  );
  for (const [index, result] of ended.entries()) results.set(stages[index]?.name ?? '', result);
}

const ended = [...results.values()];
if (chosen.has('postgres') && !missingPostgres && missingPgbouncer)
  ended.push(skipped('pgbouncer', missingPgbouncer));
console.log(`\n${ended.map((result) => result.line).join('\n')}\n`);
console.log(sumLine(...ended.map((result) => result.counts)));
process.exitCode = ended.every((result) => result.ok) ? 0 : 1;

/**
 * @param {string[]} argv
 * @returns {Set<string>} names of the stages to run: all, or those after `--only` and what they need
 */
function choose(argv) {
  const all = rows.flat();
  const at = argv.indexOf('--only');
  const names = at === -1 ? all.map((stage) => stage.name) : (argv[at + 1] ?? '').split(',');
  const unknown = names.find((name) => all.every((stage) => stage.name !== name));
  if (unknown !== undefined) {
    console.error(`There is no stage "${unknown}": ${all.map((stage) => stage.name).join(', ')}.`);
    process.exit(1);
  }
  const withNeeds = new Set(names);
  // A set also walks over what is added on the way.
  for (const name of withNeeds)
    for (const needed of all.find((stage) => stage.name === name)?.needs ?? [])
      withNeeds.add(needed);
  return withNeeds;
}
