import type { RequestListener } from 'node:http';
import type { Plugin, ViteDevServer } from 'vite';
import type * as Data from '#service/data.ts';
import type * as Announcement from '#service/announcement.ts';
import type * as Config from '#service/settings.ts';
import type * as Start from '#service/app.ts';
import type * as Upstream from '#service/http/upstream/client.ts';

const OWN_PATHS = /^\/(api|inventory|config\.json|healthz|readyz)(?=[/?]|$)/;

/**
 * The service inside the one development process, behind the page's origin. Its modules are loaded anew
 * after an edit; the data stays open, because a data directory has one user.
 */
export function gatehouseService(): Plugin {
  return {
    name: 'gatehouse-service',
    apply: (_config, { command, mode, isPreview }) =>
      command === 'serve' && mode !== 'test' && !isPreview,
    async configureServer(server) {
      const { httpServer } = server;
      if (httpServer === null) return;
      try {
        const { readSettings } = await loadConfig(server);
        const settings = readSettings(process.env);
        const { upstreamUrl } = settings;
        const account = upstreamUrl ? undefined : await (await loadData(server)).openData(settings);
        const upstream =
          upstreamUrl && (await loadUpstream(server)).createUpstreamClient(upstreamUrl);
        httpServer.once('close', () => void account?.close());

        httpServer.once('listening', () => {
          void loadAnnouncement(server)
            .then(({ announcement }) => announcement(settings, account, portOf(server)))
            .then((text) => console.log(text));
        });

        let latest: { from: unknown; handle: Promise<RequestListener> } | undefined;
        const handlerOf = ({ createService }: typeof Start): Promise<RequestListener> => {
          if (latest?.from === createService) return latest.handle;
          const here = { ...settings, port: portOf(server) };
          const options = { settings: here, account, upstream, pageDirectory: '', report };
          const app = createService(options);
          const handle = (async () => (await app.ready(), app.routing))();
          latest = { from: createService, handle };
          return handle;
        };
        server.middlewares.use((request, response, next) => {
          if (!OWN_PATHS.test(request.url ?? '')) return next();
          void loadStart(server)
            .then(handlerOf)
            .then((handle) => handle(request, response), next);
        });
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
        process.exit(1);
      }
    },
  };
}

// Vite types every module it loads as a record of `any`.
const loadStart = (server: ViteDevServer) =>
  server.ssrLoadModule('/src/service/app.ts') as Promise<typeof Start>;
const loadData = (server: ViteDevServer) =>
  server.ssrLoadModule('/src/service/data.ts') as Promise<typeof Data>;
const loadUpstream = (server: ViteDevServer) =>
  server.ssrLoadModule('/src/service/http/upstream/client.ts') as Promise<typeof Upstream>;
const loadAnnouncement = (server: ViteDevServer) =>
  server.ssrLoadModule('/src/service/announcement.ts') as Promise<typeof Announcement>;
const loadConfig = (server: ViteDevServer) =>
  server.ssrLoadModule('/src/service/settings.ts') as Promise<typeof Config>;

function portOf({ httpServer }: ViteDevServer): number {
  const address = httpServer?.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const report = {
  request: () => {},
  defect: (error: unknown, operationId: string, operation: string) =>
    console.error(operation, operationId, error),
};
