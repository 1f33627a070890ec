import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'playwright/test';
import { containsKey } from './key-search.ts';

/** Accepted by every service under test. */
export const apiKey = 'e2e-key-0123456789-abcdefghij';

/** The built service as a process of its own, with data of its own. */
export interface Service {
  /** Origin of page and API; another start keeps it. */
  readonly url: string;
  readonly dataDir: string;
  /** All that its processes have said so far; complete once it is stopped. */
  readonly output: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The built program. */
export const main = fileURLToPath(new URL('../dist/service/main.js', import.meta.url));
const STOP_MS = 10_000;

/**
 * Starts a service, hands it to `body`, and leaves neither process nor data behind. It fails when the service has said
 * a key.
 *
 * @param settings environment on top of what every test needs, for example `{ DEMO: 'off' }`
 * @param dataFrom a directory with the data that it has at its start; without one, the demonstration account
 */
export async function withService(
  settings: Record<string, string>,
  body: (service: Service) => Promise<void>,
  dataFrom?: string,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-e2e-'));
  let url = '';
  let output = '';
  let child: ChildProcess | undefined;
  const keys = new Set([apiKey]);
  // The last word when the test runner itself is ended in the middle of a test.
  const kill = () => child?.kill('SIGKILL');
  process.once('exit', kill);

  const service: Service = {
    get url() {
      return url;
    },
    dataDir,
    get output() {
      return output;
    },
    async start() {
      // The first start takes a free port, the later ones that same port again.
      const port = url === '' ? '0' : new URL(url).port;
      // Nothing else of this environment: settings of the person at the keyboard stay out of the tests.
      const env = {
        PATH: process.env.PATH,
        PORT: port,
        DATA_DIR: dataDir,
        FIRST_API_KEY: apiKey,
        ...settings,
      };
      if (env.FIRST_API_KEY !== '') keys.add(env.FIRST_API_KEY);
      child = spawn(process.execPath, [main], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
      url = await readyUrl(child);
    },
    async stop() {
      if (child) await end(child);
    },
  };

  try {
    if (dataFrom !== undefined) await cp(dataFrom, dataDir, { recursive: true });
    await service.start();
    await body(service);
  } finally {
    await service.stop();
    process.off('exit', kill);
    await rm(dataDir, { recursive: true, force: true });
  }
  const telling = output
    .split('\n')
    .filter((line) => [...keys].some((key) => containsKey(line, key)));
  expect(telling, 'output of the service with a key in it').toEqual([]);
}

/** Makes a further key, by the command for it. */
export function createKey({ dataDir }: Service, ...options: string[]): string {
  const said = execFileSync(process.execPath, [main, 'key', 'create', ...options], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  return said.trim().split('\n').at(-1) ?? '';
}

/** Resolves with the address that the service prints when it listens; rejects with its output when it ends first. */
function readyUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const url = /Gatehouse is ready at (http:\S+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url.replace(/\/$/, ''));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('close', () =>
      reject(new Error(`The service ended before it was ready:\n${output}`)),
    );
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  const tooLate = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await closed;
  clearTimeout(tooLate);
}
