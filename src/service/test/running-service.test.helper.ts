import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest';
import { API_BASE, VERSION, VERSION_HEADER } from '#contract/wire.ts';
import { announcement } from '#service/announcement.ts';
import { createService, portOf, type ServiceOptions } from '#service/app.ts';
import { openAccount, type OpenData } from '#service/data.ts';
import type { ServerBounds } from '#service/http/node-server.ts';
import { createResponseCheck, parseDocument } from '#service/http/openapi/checks.test.helper.ts';
import type { Report, RequestLine } from '#service/http/server.ts';
import { createUpstreamClient } from '#service/http/upstream/client.ts';
import { readSettings, type Settings, type SettingTexts } from '#service/settings.ts';
import { freshDatabase, storage } from '#service/test/postgres.test.helper.ts';

export const API_KEY = 'contract-test-key-of-40-characters-or-so';

export const API_HEADERS = {
  Authorization: `Bearer ${API_KEY}`,
  [VERSION_HEADER]: VERSION,
};

/** Whether another service in upstream mode stands before the one with the data. */
export const throughUpstream = inject('throughUpstream');

export type RunningService = Awaited<ReturnType<typeof startService>>;

export type Api = ReturnType<typeof createApi>;
export type ApiAnswer = Awaited<ReturnType<typeof readAnswer>>;

interface ApiOptions {
  /** What is neither text nor bytes is sent as JSON. */
  body?: unknown;
  headers?: Record<string, string | undefined>;
}

export const modulePath = ({ edge_id, id }: { edge_id: string; id: string }) =>
  `/edges/https/${edge_id}/routes/${id}/ip_restriction`;

/** Path of the module of a demonstration route. */
export async function firstModule({ account }: RunningService): Promise<string> {
  const [route = { edge_id: '', id: '' }] = await account.stores.ipRestrictions.routes();
  return modulePath(route);
}

/** An empty place for data of the storage that this run is about. */
export const freshData = async (): Promise<SettingTexts> =>
  storage === 'postgres'
    ? { DATABASE_URL: await freshDatabase() }
    : { DATA_DIR: temporaryDirectory() };

/**
 * One service for all tests of a file, on data of its own.
 *
 * @param texts as of `startService`, when the services that were asked for before have started
 * @returns filled in before the first test, so it cannot be destructured before
 */
export function sharedService(
  settings: Partial<AllSettings> = {},
  texts = (): SettingTexts => ({}),
): RunningService {
  const service = {} as RunningService; // see above
  beforeAll(async () => {
    Object.assign(service, await startService(texts(), settings));
  });
  afterAll(() => service.stop());
  return service;
}

/**
 * The real service in this process, on a free port.
 *
 * @param texts name the place of the data unless it is a fresh one; the same place again is a restart
 */
export async function startService(texts: SettingTexts = {}, settings: Partial<AllSettings> = {}) {
  const isPlaced = 'DATA_DIR' in texts || 'DATABASE_URL' in texts;
  const data = { ...(isPlaced ? {} : await freshData()), ...texts };
  const given = readSettings({ PORT: '0', FIRST_API_KEY: API_KEY, DEMO: 'off', ...data });
  /** What commands need to work on the same. */
  return { data, ...(await startWith({ ...given, ...settings })) };
}

/** The same, until the end of the test. */
export const ownService: typeof startService = async (...options) => {
  const service = await startService(...options);
  onTestFinished(service.stop);
  return service;
};

type AllSettings = Settings & Partial<ServerBounds>;
type Behind = Pick<ServiceOptions, 'data' | 'upstream'>;

export async function startWith(settings: AllSettings) {
  const account = await openAccount(settings, { shared: false, setsUp: true });
  try {
    const embedded = await startServer(settings, { data: account });
    const announced = (await announcement(settings, account, embedded.port)).split('\n');
    const upstream = throughUpstream ? clientTo(embedded.port) : undefined;
    const front = upstream ? await startServer(settings, { upstream }) : embedded;
    const url = `http://127.0.0.1:${front.port}`;
    return {
      url,
      /** The origin in the addresses that it answers with. */
      publicUrl: settings.publicUrl ?? `http://127.0.0.1:${embedded.port}`,
      account,
      /** What a person at the terminal would see. */
      announced,
      defects: embedded.defects,
      requests: embedded.requests,
      api: createDocumentedApi(url),
      async stop() {
        await close(front.app);
        if (throughUpstream) await close(embedded.app);
        await account.close();
      },
    };
  } catch (error) {
    await account.close();
    throw error;
  }
}

const clientTo = (port: number) => createUpstreamClient(new URL(`http://127.0.0.1:${port}/api`));

/** Without the moment that a stop gives to requests on their way over idle connections. */
export async function close(app: ReturnType<typeof createService>): Promise<void> {
  app.server.closeAllConnections();
  await app.close();
}

/** The same server before any data, or before none: an upstream has it then. */
async function startServer(settings: AllSettings, behind: Behind) {
  const { report, ...reported } = keepReports();
  const app = createService({ settings, ...behind, pageDirectory: pageDirectory(), report });
  await app.listen({ host: settings.host, port: settings.port });
  return { app, port: portOf(app), ...reported };
}

/** What a server reports while it runs. */
export function keepReports() {
  const defects: { error: unknown; operationId: string; operation: string }[] = [];
  const requests: RequestLine[] = [];
  const report: Report = {
    request: (line) => requests.push(line),
    defect: (error, operationId, operation) => defects.push({ error, operationId, operation }),
  };
  return { report, defects, requests };
}

/** Bot users from the greatest id on. */
export const storedBotUsers = ({ stores }: Pick<OpenData, 'stores'>) => stores.botUsers.page(9_999);

/** @returns sends one request to the API */
export const createApi =
  (url: string) =>
  async (method: string, path: string, { body, headers = {} }: ApiOptions = {}) => {
    const type = body === undefined ? undefined : 'application/json';
    const sent = new Headers();
    for (const [name, value] of Object.entries({
      ...API_HEADERS,
      'Content-Type': type,
      ...headers,
    }))
      if (value !== undefined) sent.set(name, value);
    const init: RequestInit = { method, headers: sent };
    if (body !== undefined) init.body = isRaw(body) ? body : JSON.stringify(body);
    return readAnswer(await fetch(url + API_BASE + path, init));
  };

const problemsOf = createResponseCheck(parseDocument());

/** Holds every response against the OpenAPI document as well. */
function createDocumentedApi(url: string): Api {
  const api = createApi(url);
  return async (method, path, options) => {
    const response = await api(method, path, options);
    expect(problemsOf(`${method} ${path}`, response)).toEqual([]);
    return response;
  };
}

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

/** What its JSON holds, the assertions say. */
export async function readAnswer(response: Response) {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type') === 'application/json' && text !== '';
  return { status, headers, text, json: isJson ? JSON.parse(text) : undefined };
}

/** It is there until the end of the file that asks for it. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  directories.push(directory);
  return directory;
}

/** The path of a file with this content, as JSON unless it is a text. */
export function fileOf(content: unknown): string {
  const path = join(temporaryDirectory(), 'file');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

export function removeDirectories(): void {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
}

const directories: string[] = [];

/** What a build would have made, as far as serving it goes. */
function pageDirectory(): string {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'assets'));
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(directory, 'favicon.svg'), '<svg/>');
  writeFileSync(join(directory, 'assets', 'index-abc.js'), 'export {};');
  writeFileSync(join(directory, 'assets', 'index-abc.js.br'), 'not really brotli');
  return directory;
}
