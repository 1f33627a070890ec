import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '#service/command-line.ts';

/** Of several addresses of a name Node gives up all but the last after 250 ms, in which a distant one cannot answer. */
const ATTEMPT_MS = 1_000;
setDefaultAutoSelectFamilyAttemptTimeout(ATTEMPT_MS);

const { stdin, stdout, stderr } = process;
// Whoever reads the output may stop early, as `head` does; the command still runs to its end.
stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return;
  stderr.write(`The output cannot be written (${message}).\n`);
  process.exit(1);
});
// Progress and warnings that nobody can read are no reason to stop between two changes.
stderr.on('error', () => {});
/** Beside the program in the build; other modules of it are in a folder of their own. */
const pageDirectory = fileURLToPath(new URL('../web', import.meta.url));
const code = await runCommandLine(process.argv.slice(2), {
  stdout,
  stderr,
  ...(stdin.isTTY && stderr.isTTY && { ask }),
  serve: async (settings) => {
    // No other command needs a server, which is most of the code.
    const { serve } = await import('#service/serve.ts');
    await serve(settings, pageDirectory);
  },
});
// A service that could not listen may have open connections, which would keep the process alive. A pipe may still have
// to take what was written: an exit would cut it off.
if (code !== 0)
  stdout.write('', () => stderr.write('', () => setImmediate(() => process.exit(code))));

/** Control and C, or control and D, is no answer. */
function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: stdin, output: stderr });
  return new Promise((resolve) => {
    terminal.once('close', () => resolve(''));
    terminal.question(question, (answer) => {
      resolve(answer);
      terminal.close();
    });
  });
}
