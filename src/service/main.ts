import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { readSettings, SettingError, type Settings } from '#service/config.ts';
import { createPageFiles } from '#service/http/page-files.ts';
import { createBoundedServer, listen, stop } from '#service/http/server.ts';
import { announcement, createService, makeApiKey, openAccount } from '#service/start.ts';
import { DataDirectoryError } from '#service/storage/data-directory.ts';

const log = pino(pino.destination(2));
/** Beside this file in what the build makes. */
const pageDirectory = fileURLToPath(new URL('../web', import.meta.url));

try {
  const settings = readSettings(process.env);
  const [command, ...rest] = process.argv.slice(2);
  if (command === 'key') console.log(await makeApiKey(settings, rest.join(' ') || 'another key'));
  else await serve(settings);
} catch (error) {
  const sentence = toSentence(error);
  if (sentence === undefined) log.fatal(error);
  else console.error(sentence);
  process.exit(1);
}

async function serve(settings: Settings): Promise<void> {
  const account = await openAccount(settings);
  const server = createBoundedServer(() => account.newId('op', new Date()));
  const port = await listen(server, settings.host, settings.port);
  const answerPage = createPageFiles(pageDirectory);
  server.on('request', createService({ settings, account, port, answerPage, logDefect }));
  console.log(await announcement(settings, account, port));

  let stopping: Promise<void> | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      stopping ??= stop(server).then(() => {
        account.close();
        process.exit(0);
      });
    });
}

function logDefect(error: unknown, operationId: string, operation: string): void {
  log.error({ err: error, operation_id: operationId, operation }, 'defect');
}

/** @returns what the operator can do; `undefined` for a defect */
function toSentence(error: unknown): string | undefined {
  if (error instanceof SettingError || error instanceof DataDirectoryError) return error.message;
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return undefined;
  if (error.code === 'EADDRINUSE')
    return 'The port is in use by another program: stop that one, or set PORT to another port (0 takes any free one).';
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
    return `Cannot listen there (${String(error.code)}): set HOST and PORT to an address of this machine that this user may take.`;
  return undefined;
}
