import type { answerKinds } from '#service/test/answer-kinds.test.helper.ts';
import { connectRaw } from '#service/test/hostile-connection.test.helper.ts';
import { apiKeysOf, openAccount, type Account } from '#service/account.ts';
import { announcement } from '#service/announcement.ts';
import { storageUnavailable } from '#service/domain/domain-error.ts';
import { createMetrics } from '#service/http/metrics.ts';
import { readSettings } from '#service/settings.ts';
import {
  API_HEADERS,
  API_KEY,
  freshData,
  pageDirectory,
  startServer,
  temporaryDirectory,
} from '#service/test/running-service.test.helper.ts';
import { startUpstream } from '#service/test/upstream.test.helper.ts';

export type Answerer = keyof typeof answerKinds;

/** What an upstream says of itself, and must not decide. */
const THEIRS = {
  'Content-Type': 'text/html',
  'Content-Security-Policy': 'sandbox allow-scripts',
  'Permissions-Policy': 'camera=*',
  'Strict-Transport-Security': 'max-age=1',
  'Cache-Control': 'public',
  'Set-Cookie': 'a=b',
  Location: 'https://evil.example/',
  Server: 'theirs',
};

/**
 * Everyone who answers, on data of their own; to be ended by `end`, `stopAll` and `removeDirectories`.
 *
 * @returns `fill`: puts in what only the running service knows, see `AnswerKind`
 */
export async function startAnswerers(publicUrl: string | undefined) {
  const texts = { PORT: '0', FIRST_API_KEY: API_KEY, DEMO: 'on', ...(await freshData()) };
  const settings = { ...readSettings(texts), publicUrl };
  const account = await openAccount(settings);
  const metrics = createMetrics(async () => ({}));
  const directory = pageDirectory();
  const noPage = temporaryDirectory();
  const stub = await startUpstream(({ url = '' }, response) => {
    response.writeHead(Number(/\d+$/.exec(url)?.[0] ?? 200), THEIRS).end();
  });

  const upstream = { ...settings, upstreamUrl: stub.base };
  const servers = {
    embedded: await startServer(settings, account, { directory, metrics }),
    failing: await startServer(settings, failing(account), {
      directory: noPage,
      metrics: { ...metrics, text: () => Promise.reject(onFire) },
    }),
    impatient: await startServer({ ...settings, headersMs: 100 }, account),
    impatientUpstream: await startServer({ ...upstream, headersMs: 100 }, undefined),
    limited: await startServer({ ...settings, rateLimit: 1 }, account),
    upstream: await startServer(upstream, undefined, {
      directory,
      metrics,
    }),
  };
  await announcement(settings, account, servers.embedded.port); // accepts the first key

  const hostOf = (from: Answerer) =>
    publicUrl ? new URL(publicUrl).host : `127.0.0.1:${servers[from].port}`;
  const url = `http://127.0.0.1:${servers.embedded.port}`;
  const create = async (name: string) => {
    const headers = { ...API_HEADERS, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ name });
    const answer = await fetch(`${url}/api/bot_users`, { method: 'POST', headers, body });
    return String((await answer.json()).id);
  };
  const tagOf = async (path: string) => (await fetch(url + path)).headers.get('etag') ?? '';
  const reader = await apiKeysOf(account).create({ name: 'reader', read_only: true });
  const [route] = await account.stores.ipRestrictions.routes();
  const words: Record<string, string> = {
    BOT: await create('taken'),
    MODULE: `/edges/https/${route?.edge_id}/routes/${route?.id}/ip_restriction`,
    READER: reader,
    DOCUMENT_TAG: await tagOf('/'),
    ASSET_TAG: await tagOf('/assets/index-abc.js'),
  };
  await fetch(`http://127.0.0.1:${servers.limited.port}/api/bot_users`, { headers: API_HEADERS });

  return {
    async answerTo(from: Answerer, bytes: string) {
      const known: Record<string, string> = { ...words, HOST: hostOf(from) };
      const filled = bytes.replaceAll(/\{([A-Z_]+)\}/g, (_, word: string) => known[word] ?? '');
      const connection = await connectRaw(servers[from].port);
      connection.send(Buffer.from(filled));
      const answer = await connection.next(filled.split(' ', 1)[0] ?? '');
      connection.close();
      return answer;
    },
    async end() {
      for (const { app } of Object.values(servers)) {
        app.server.closeAllConnections();
        await app.close();
      }
      await account.close();
    },
  };
}

const onFire = new Error('on fire');

function failing(account: Account): Account {
  const { stores } = account;
  const fail = () => Promise.reject(onFire);
  return {
    ...account,
    stores: {
      ...stores,
      account: { ...stores.account, canWrite: fail },
      botUsers: {
        ...stores.botUsers,
        page: fail,
        find: () => Promise.reject(storageUnavailable(onFire)),
      },
      ipRestrictions: { ...stores.ipRestrictions, routes: fail },
    },
  };
}
