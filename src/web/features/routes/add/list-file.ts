import type { KnownRoute } from '#web/features/routes/known-routes.ts';
import { toListFile } from '#web/features/routes/list/list-file.ts';
import { download } from '#web/lib/download.ts';

export const downloadListFile = (routes: KnownRoute[], service_host: string) =>
  download(
    toListFile(routes, service_host),
    `routes-${service_host.replace(/\W+/g, '-')}.json`,
    'application/json',
  );
