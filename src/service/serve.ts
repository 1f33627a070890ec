import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import type { Settings } from '#service/settings.ts';
import type { Report } from '#service/http/router.ts';
import { createMetrics } from '#service/http/metrics.ts';
import { createPageFiles } from '#service/http/page.ts';
import { createBoundedServer, listen, stop } from '#service/http/server.ts';
import { newOperationId, openAccount } from '#service/account.ts';
import { announcement } from '#service/announcement.ts';
import { createService } from '#service/app.ts';

/** Beside the program in what the build makes. */
const pageDirectory = fileURLToPath(new URL('../web', import.meta.url));

/** Serves until a signal ends it: then it answers what is in flight and closes the data. */
export async function serve(settings: Settings): Promise<void> {
  // Lines are written together, within half a second: one write for each would cost as much as the request.
  const destination = pino.destination({
    dest: 2,
    sync: false,
    minLength: 16_000,
    periodicFlush: 500,
  });
  const log = pino({ level: settings.logLevel, base: null }, destination);
  const account = settings.upstreamUrl
    ? undefined
    : await openAccount(settings, ({ message }) =>
        // Of the error itself the driver has made a place for the whole connection.
        log.warn({ reason: message }, 'a database connection was lost'),
      );

  if (settings.upstreamUrl && isReadableOnTheWay(settings.upstreamUrl))
    log.warn('UPSTREAM_URL is http: API keys go to the upstream unencrypted');

  const metrics = settings.metrics ? createMetrics(() => openConnections(server)) : undefined;
  const report: Report = {
    request(line) {
      log.info(line, 'request');
      metrics?.observe(line);
    },
    defect: (err, operation_id, operation) => log.error({ err, operation_id, operation }, 'defect'),
  };
  const server = createBoundedServer(newOperationId, settings, report.request);
  server.on('drop', () => log.warn('a connection was refused: MAX_CONNECTIONS are open'));
  const port = await listen(server, settings.host, settings.port);
  const answerPage = createPageFiles(pageDirectory);
  const options = { settings, account, port, answerPage, report, ...(metrics && { metrics }) };
  server.on('request', createService(options));
  console.log(await announcement(settings, account, port));

  let stopping: Promise<void> | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      stopping ??= stop(server)
        .then(() => account?.close())
        .catch((error: unknown) => {
          log.error(error, 'the data could not be closed');
          process.exitCode = 1;
        })
        .finally(() => {
          destination.flushSync();
          process.exit();
        });
    });
}

const openConnections = (server: Server) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

const isReadableOnTheWay = ({ protocol, hostname }: URL) =>
  protocol === 'http:' && !/^(localhost|127\..*|\[::1\])$/.test(hostname);
