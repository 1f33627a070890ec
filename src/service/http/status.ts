import type { FastifyInstance } from 'fastify';
import type { AnswerOf } from '#contract/endpoint.ts';
import { RUNTIME_CONFIG_PATH, type runtimeConfigEndpoint } from '#contract/runtime-config.ts';
import { API_BASE } from '#contract/wire.ts';
import type { Metrics } from '#service/http/metrics.ts';
import { sendJson, sendText, type Report } from '#service/http/server.ts';

interface Status {
  report: Report;
  /** The API's OpenAPI document; `undefined` in upstream mode. */
  openApi: (() => string) | undefined;
  /** `undefined`: switched off. */
  metrics: Metrics | undefined;
  /** Rejects when the service cannot do its work at the moment. */
  checkReady: () => Promise<void>;
  runtimeConfig: () => Promise<AnswerOf<typeof runtimeConfigEndpoint>>;
}

/** What needs no key: the probes, the metrics, and the configuration of the page. */
export function addStatusRoutes(app: FastifyInstance, status: Status): void {
  const { report, metrics, openApi } = status;
  const checkReady = memoize(status.checkReady);
  const runtimeConfig = memoize(status.runtimeConfig);
  const probe = { config: { anyHost: true as const } };

  /** Alive: this process responds. */
  app.get('/healthz', probe, (_request, reply) => sendText(reply, 'ok'));
  /** Ready: its data can be written, or the upstream reached. */
  app.get('/readyz', probe, async (request, reply) => {
    try {
      await checkReady();
    } catch (error) {
      report.defect(error, request.id, 'GET /readyz');
      return sendText(reply.code(503), 'not ready');
    }
    return sendText(reply, 'ready');
  });
  app.get('/metrics', probe, async (_request, reply) =>
    metrics === undefined
      ? sendText(reply.code(404), 'METRICS is off.')
      : reply.type(metrics.contentType).send(await metrics.text()),
  );
  app.get(RUNTIME_CONFIG_PATH, async (_request, reply) => sendJson(reply, await runtimeConfig()));
  if (openApi === undefined) return;
  let document: Buffer | undefined;
  app.get(`${API_BASE}/openapi.json`, (_request, reply) =>
    sendJson(reply, (document ??= Buffer.from(openApi()))),
  );
}

const KEPT_MS = 2_000;

/** Anybody may ask at any rate: all share one result or failure, while it is made and for a moment after. */
export function memoize<T>(make: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined;
  const forget = () => void setTimeout(() => (last = undefined), KEPT_MS).unref();
  return () => (last ??= make().finally(forget));
}
