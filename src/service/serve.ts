import { promisify } from 'node:util';
import pino from 'pino';
import { announcement } from '#service/announcement.ts';
import { createService, portOf, type ServiceOptions } from '#service/app.ts';
import { openAccount, openStores, prune } from '#service/data.ts';
import { createMetrics } from '#service/http/metrics.ts';
import type { Report } from '#service/http/server.ts';
import { probeUpstream } from '#service/http/upstream/probe.ts';
import { createDefectLog, createLogDestination } from '#service/log.ts';
import { isUnencrypted, type Settings } from '#service/settings.ts';

/** How often what is too old is removed from the history, in ms. */
const PRUNED_EVERY_MS = 3_600_000;

/** How long a stop waits for a log that cannot be written, in ms. */
const LOG_END_MS = 500;

/** What answers the API: the data, or an upstream, with the data of its history where that is kept. */
export async function openBackend(
  settings: Settings,
): Promise<Pick<ServiceOptions, 'data' | 'upstream'>> {
  const { upstreamUrl, history } = settings;
  if (upstreamUrl === undefined)
    return { data: await openAccount(settings, { shared: false, setsUp: true }) };
  // The package behind it is two fifths of all that a start would read.
  const { createUpstreamClient } = await import('#service/http/upstream/client.ts');
  const data = history ? await openStores(settings, { shared: false }) : undefined;
  return { data, upstream: createUpstreamClient(upstreamUrl) };
}

/**
 * Serves until a signal; then finishes requests in flight and closes the data.
 *
 * @param pageDirectory what the build has made of the page
 */
export async function serve(settings: Settings, pageDirectory: string): Promise<void> {
  const destination = createLogDestination((dropped) =>
    log.warn({ dropped }, 'log lines were dropped: standard error could not be written'),
  );
  const log = pino({ level: settings.logLevel, base: null }, destination);
  const { publicUrl, upstreamUrl, versionHeader, version } = settings;
  const { data, upstream } = await openBackend(settings);
  if (publicUrl && isUnencrypted(new URL(publicUrl)))
    log.warn('PUBLIC_URL is http: API keys come here unencrypted');
  if (upstreamUrl && isUnencrypted(upstreamUrl))
    log.warn('UPSTREAM_URL is http: API keys go to the upstream unencrypted');

  const metrics = settings.metrics
    ? createMetrics(async () => ({
        http_connections: await promisify(app.server.getConnections.bind(app.server))(),
        gatehouse_log_lines_dropped: destination.dropped(),
        ...data?.database.stats(),
      }))
    : undefined;
  const report: Report = {
    request(line) {
      log.info(line, 'request');
      metrics?.observe(line);
    },
    defect: createDefectLog(log, () => performance.now()),
  };
  const app = createService({ settings, data, upstream, pageDirectory, metrics, report });
  app.server.on('drop', () => log.warn('a connection was refused: MAX_CONNECTIONS are open'));
  await app.listen({ host: settings.host, port: settings.port });
  const ready = await announcement(settings, data, portOf(app));
  // Its hash is stored now, and nothing else needs it.
  settings.firstApiKey = undefined;
  delete process.env['FIRST_API_KEY'];
  let stopping: Promise<unknown> | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      stopping ??= app
        .close()
        .then(() => pruning)
        .then(() => data?.close())
        .catch((error: unknown) => {
          log.error(error, 'the data could not be closed');
          process.exitCode = 1;
        })
        .then(() => destination.end(LOG_END_MS))
        .finally(() => process.exit());
    });
  // Whoever reads this may stop the service at once.
  console.log(ready);

  let pruning: Promise<void> | undefined;
  const startPruning = () => {
    if (stopping || data === undefined) return;
    pruning = prune(data, settings.historyDays, () => !stopping).catch((error: unknown) =>
      log.error(error, 'the history could not be pruned'),
    );
  };
  startPruning();
  setInterval(startPruning, PRUNED_EVERY_MS).unref();

  if (upstream) {
    const problem = await probeUpstream(upstream, { [versionHeader]: version });
    if (problem !== undefined) log.warn(problem);
  }
}
