import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Plugin } from 'vite';
import type * as Announcement from '#service/announcement.ts';
import type * as App from '#service/app.ts';
import type * as Serve from '#service/serve.ts';
import type * as Settings from '#service/settings.ts';

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
      const port = () => (httpServer.address() as AddressInfo).port; // it listens by TCP
      // Vite types every module it loads as a record of `any`.
      const load = <Module>(name: string) =>
        server.ssrLoadModule(`/src/service/${name}.ts`) as Promise<Module>;
      const { readSettings } = await load<typeof Settings>('settings');
      const { openBackend } = await load<typeof Serve>('serve');
      const { announcement } = await load<typeof Announcement>('announcement');
      const settings = readSettings(process.env, process.env['CONFIG_FILE']);
      const backend = await openBackend(settings);
      httpServer.once('close', () => void backend.data?.close());
      httpServer.once('listening', () => {
        const text = announcement(settings, backend.data, port());
        void text.then(console.log);
      });

      let latest: { from: unknown; handle: Promise<RequestListener> } | undefined;
      const handlerOf = ({ createService }: typeof App): Promise<RequestListener> => {
        if (latest?.from === createService) return latest.handle;
        const here = { ...settings, port: port() };
        const app = createService({ settings: here, ...backend, pageDirectory: '', report });
        const handle = (async () => (await app.ready(), app.routing))();
        latest = { from: createService, handle };
        return handle;
      };
      server.middlewares.use((request, response, next) => {
        if (!OWN_PATHS.test(request.url ?? '')) return next();
        void load<typeof App>('app')
          .then(handlerOf)
          .then((handle) => handle(request, response), next);
      });
    },
  };
}

const report = {
  request: () => {},
  defect: (error: unknown, operationId: string, operation: string) =>
    console.error(operation, operationId, error),
};
