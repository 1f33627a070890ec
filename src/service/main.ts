import { runCommandLine } from '#service/command-line.ts';
import { serve } from '#service/serve.ts';

const { env, stdout, stderr } = process;
const code = await runCommandLine(process.argv.slice(2), { env, stdout, stderr, serve });
// A service that could not listen may have open connections, which would keep the process alive.
if (code !== 0) process.exit(code);
