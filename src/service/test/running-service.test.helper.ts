import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { INVENTORY_BASE, inventoryEndpoints } from '#contract/inventory.ts';
import { API_BASE, VERSION, VERSION_HEADER } from '#contract/wire.ts';
import { readSettings, type Settings, type SettingTexts } from '#service/settings.ts';
import type { Metrics } from '#service/http/metrics.ts';
import { createPageFiles } from '#service/http/page.ts';
import { createBoundedServer, listen, stop, type ServerOptions } from '#service/http/server.ts';
import { freshDatabase, storage } from '#service/test/postgres.test.helper.ts';
import { newOperationId, openAccount, type Account } from '#service/account.ts';
import { announcement } from '#service/announcement.ts';
import { createService } from '#service/app.ts';
import type { BotUserRecord } from '#service/domain/bot-users.ts';
import type { RequestLine } from '#service/http/log.ts';

export const API_KEY = 'contract-test-key-of-40-characters-or-so';

export const API_HEADERS = {
  Authorization: `Bearer ${API_KEY}`,
  [VERSION_HEADER]: VERSION,
};

export interface RunningService {
  url: string;
  account: Account;
  defects: { error: unknown; operationId: string }[];
  requests: RequestLine[];
  /** One request to the API; a body that is no text is sent as JSON. */
  api(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string | undefined> },
  ): Promise<ApiAnswer>;
  /** Sends exactly these bytes and reads until the service closes the connection. */
  raw(bytes: string): Promise<string>;
  stop(): Promise<void>;
}

export interface ApiAnswer {
  status: number;
  headers: Headers;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- read by assertions, which say what they expect
  json: any;
}

/** The operator's list of routes, read as the page reads it. */
export async function sharedRoutes(url: string) {
  const { path, result } = inventoryEndpoints.routes;
  const answer = await fetch(url + INVENTORY_BASE + path, { headers: API_HEADERS });
  return result.parse(await answer.json()).routes;
}

/** An empty place for data of the storage that this run is about. */
export const freshData = async (): Promise<SettingTexts> =>
  storage === 'postgres'
    ? { DATABASE_URL: await freshDatabase() }
    : { DATA_DIR: temporaryDirectory() };

/**
 * The real server in this process, on a free port.
 *
 * @param data see `freshData`; the same one again is a restart
 */
export async function startService(
  data: SettingTexts,
  settings: Partial<Settings & ServerOptions> = {},
  change: (account: Account) => Account = (account) => account,
): Promise<RunningService> {
  const all: Settings & ServerOptions = {
    ...readSettings({ PORT: '0', FIRST_API_KEY: API_KEY, DEMO: 'off', ...data }),
    ...settings,
  };
  const account = await openAccount(all);
  const { server, port, defects, requests } = await startServer(all, change(account));
  await announcement(all, account, port);
  const url = `http://127.0.0.1:${port}`;

  return {
    url,
    account,
    defects,
    requests,
    async api(method, path, { body, headers = {} } = {}) {
      const sent: Record<string, string | undefined> = {
        ...API_HEADERS,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      };
      const answer = await fetch(url + API_BASE + path, {
        method,
        headers: Object.entries(sent).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value] as [string, string]],
        ),
        ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
      });
      const received = await answer.text();
      const isJson = answer.headers.get('content-type')?.startsWith('application/json');
      return {
        status: answer.status,
        headers: answer.headers,
        text: received,
        json: isJson && received !== '' ? JSON.parse(received) : undefined,
      };
    },
    async raw(bytes) {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(bytes);
      return text(socket);
    },
    async stop() {
      await stop(server);
      await account.close();
    },
  };
}

/**
 * The same server before any data, or before none: an upstream has it then.
 *
 * @param directory of the page
 */
export async function startServer(
  settings: Settings & ServerOptions,
  account: Account | undefined,
  { directory = pageDirectory(), metrics }: { directory?: string; metrics?: Metrics } = {},
) {
  const server = createBoundedServer(newOperationId, settings);
  const port = await listen(server, settings.host, settings.port);
  const defects: RunningService['defects'] = [];
  const requests: RequestLine[] = [];
  const listener = createService({
    settings,
    account,
    port,
    answerPage: createPageFiles(directory),
    ...(metrics && { metrics }),
    report: {
      request: (line) => requests.push(line),
      defect: (error, operationId) => defects.push({ error, operationId }),
    },
  });
  server.on('request', listener);
  return { server, port, defects, requests };
}

/** Bot users from the greatest id on, without their URIs. */
export async function storedBotUsers(
  { stores }: Pick<Account, 'stores'>,
  limit = 9_999,
  before?: string,
) {
  const { json } = await stores.botUsers.page(limit, '', before);
  const rows = JSON.parse(json) as (BotUserRecord & { uri: string })[]; // as the store's own test says
  return rows.map(({ id, name, active, created_at }) => ({ id, name, active, created_at }));
}

/** Removed by the caller's `afterAll`; see `removeDirectories`. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  directories.push(directory);
  return directory;
}

export function removeDirectories(): void {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
}

const directories: string[] = [];

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

/** What a build would have made, as far as serving it goes. */
export function pageDirectory(): string {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'assets'));
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(directory, 'favicon.svg'), '<svg/>');
  writeFileSync(join(directory, 'assets', 'index-abc.js'), 'export {};');
  writeFileSync(join(directory, 'assets', 'index-abc.js.br'), 'not really brotli');
  return directory;
}
