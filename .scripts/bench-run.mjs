import { tidyUp } from './bench-processes.mjs';
import { build } from './build.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { setup } from './setup.mjs';

/**
 * Installs and builds what a benchmark needs, runs it, and ends all that it has started. Always ends with 0: it
 * measures, and judges nothing but its own aims.
 *
 * @param {() => Promise<void>} main
 * @param {() => void} [prepare] after the packages are there
 */
export async function runBench(main, prepare = () => {}) {
  endWithNpm();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.once(signal, () => {
      tidyUp();
      process.exit(1);
    });
  setup();
  prepare();
  build();
  try {
    await main();
  } finally {
    tidyUp();
  }
  process.exit();
}
