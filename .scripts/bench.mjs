// `npm run bench`: the start and the table, each in a real browser. `-- --start`, `-- --table`, `-- --routes` and
// `-- --jobs` run one of them, with the settings that stand in its file; routes run only when they are asked for, and
// so does a job, which takes eight minutes.
import { spawnSync } from 'node:child_process';
import { root } from './root.mjs';

const benchmarks = ['--start', '--table', '--routes', '--jobs'];
const given = process.argv.slice(2);
const chosen = benchmarks.filter((name) => given.includes(name));
const settings = given.filter((name) => !benchmarks.includes(name));

for (const name of chosen.length > 0 ? chosen : ['--start', '--table']) {
  const file = `.scripts/bench-${name.slice(2)}.mjs`;
  const { status } = spawnSync(process.execPath, [file, ...settings], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
