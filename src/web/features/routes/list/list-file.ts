import * as z from 'zod/mini';
import {
  isSameRoute,
  KeptRoute,
  type KnownRoute,
  type NewRoute,
} from '#web/features/routes/known-route.ts';

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

/**
 * @param text of an exported file; a bare list of `{label, edge_id, id}` is read as well
 * @returns `undefined` when the text is no list of routes
 */
export function planImport(
  text: string,
  known: KnownRoute[],
  service_host: string,
): ImportPlan | undefined {
  const { rows, host } = rowsOf(tryJson(text));
  if (rows === undefined) return undefined;
  const read = rows.map((row) => z.safeParse(KeptRoute, row));
  const listed = read.flatMap(({ data }) => data ?? []);
  const fresh = listed.filter(
    (route, index) =>
      !known.some((other) => isSameRoute(other, route)) &&
      listed.findIndex((other) => isSameRoute(other, route)) === index,
  );
  return {
    fresh: fresh.map(({ edge_id, id, label, pinned }) => ({ edge_id, id, label, pinned })),
    known: listed.length - fresh.length,
    unreadable: rows.length - listed.length,
    ...(host !== undefined && host !== service_host && { otherHost: host }),
  };
}

const ListFile = z.object({
  service_host: z.catch(z.optional(z.string()), undefined),
  routes: z.array(z.unknown()),
});

function rowsOf(content: unknown): { rows?: unknown[]; host?: string | undefined } {
  if (Array.isArray(content)) return { rows: content };
  const file = z.safeParse(ListFile, content);
  return file.success ? { rows: file.data.routes, host: file.data.service_host } : {};
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
