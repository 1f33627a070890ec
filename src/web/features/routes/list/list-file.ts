import * as z from 'zod/mini';
import { lazily } from '#contract/lazily.ts';
import {
  newAmong,
  readRoutes,
  type KnownRoute,
  type NewRoute,
} from '#web/features/routes/known-routes.ts';

/** What an import would do; shown before it is done. Nothing that is here already changes. */
export interface ImportPlan {
  fresh: NewRoute[];
  known: number;
  /** Rows that are no routes, as far as this version can tell. */
  unreadable: number;
  /** The service that the list was made for, when it is another one. */
  otherHost?: string;
}

/** The file holds what addresses and names a route: no state of the service, and never a key. */
export function toListFile(routes: KnownRoute[], service_host: string): string {
  const listed = routes.map(({ name, edge_id, id, pinned }) => ({
    label: name === id ? '' : name,
    edge_id,
    id,
    pinned,
  }));
  return `${JSON.stringify({ service_host, routes: listed }, null, 2)}\n`;
}

/** A bare list of `{label, edge_id, id}` is read as well. */
const ListFile = lazily(() =>
  z.union([
    z.object({
      service_host: z.catch(z.optional(z.string()), undefined),
      routes: z.array(z.unknown()),
    }),
    z.pipe(
      z.array(z.unknown()),
      z.transform((routes) => ({ routes, service_host: undefined })),
    ),
  ]),
);

/** @returns `undefined` when the text is no list of routes */
export function planImport(
  text: string,
  known: KnownRoute[],
  service_host: string,
): ImportPlan | undefined {
  const { data: file } = z.safeParse(ListFile(), tryJson(text));
  if (file === undefined) return undefined;
  const listed = readRoutes(file.routes);
  const fresh = newAmong(listed, known);
  const host = file.service_host;
  return {
    fresh: fresh.map(({ edge_id, id, label, pinned }) => ({ edge_id, id, label, pinned })),
    known: listed.length - fresh.length,
    unreadable: file.routes.length - listed.length,
    ...(host !== undefined && host !== service_host && { otherHost: host }),
  };
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
