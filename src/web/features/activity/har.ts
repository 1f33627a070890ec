import type { RequestLogEntry } from '#client/request-log.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import {
  responseHeaders,
  cutText,
  failureReason,
  requestHeaders,
} from '#web/features/activity/request-text.ts';
import { outcomeOf } from '#web/features/activity/outcome.ts';
import { PRODUCT } from '#web/ui/product.ts';

/** What fetch does not give; the format has a number for it. */
const UNKNOWN = -1;
/** Nor does fetch give the protocol, which the format requires. */
const PROTOCOL = 'unknown';

/**
 * Requests as an HTTP archive (HAR 1.2), which browsers' tools and proxies open.
 *
 * @param entries newest first, as they are kept; the archive has the oldest first
 */
export function toHar(entries: readonly RequestLogEntry[], config: RuntimeConfig): string {
  const log = {
    version: '1.2',
    creator: { name: PRODUCT, version: '1', comment: 'The version is that of this export.' },
    entries: entries.toReversed().map((entry) => entryOf(entry, config)),
    comment: 'The key is not in it, and of a body no more than its first 10 kB.',
  };
  return escaped(JSON.stringify({ log }, null, 2));
}

/** As they are kept, the oldest first. */
export const toJson = (entries: readonly RequestLogEntry[]): string =>
  escaped(
    JSON.stringify(
      entries.toReversed().map(({ startedAt, ...entry }) => ({
        startedAt: new Date(startedAt).toISOString(),
        ...entry,
      })),
      null,
      2,
    ),
  );

function entryOf(entry: RequestLogEntry, config: RuntimeConfig) {
  const time = entry.end?.durationMs ?? 0;
  const { text } = outcomeOf(entry);
  const reason = failureReason(entry, config) ?? '';
  return {
    startedDateTime: new Date(entry.startedAt).toISOString(),
    time,
    request: requestOf(entry),
    response: responseOf(entry),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment: `${text}, attempt ${entry.attempt}. ${reason}`.trim(),
  };
}

function requestOf(entry: RequestLogEntry) {
  const { method, base, path, body, headers } = entry;
  const query = path.split('?').slice(1).join('?');
  return {
    method,
    url: base + path,
    httpVersion: PROTOCOL,
    cookies: [],
    headers: pairs(requestHeaders(entry)),
    queryString: pairs([...new URLSearchParams(query)]),
    headersSize: UNKNOWN,
    bodySize: body === undefined ? 0 : new Blob([body]).size,
    ...(body !== undefined && {
      postData: { mimeType: headers['content-type'] ?? '', text: body },
    }),
  };
}

/** The format asks for one also where none came: its status is 0 then. */
function responseOf({ end }: RequestLogEntry) {
  const response = end?.response;
  const cut = response && cutText(response);
  return {
    status: response?.status ?? 0,
    statusText: '',
    httpVersion: PROTOCOL,
    cookies: [],
    headers: response ? pairs(responseHeaders(response)) : [],
    content: {
      size: response?.bodyLength ?? 0,
      // As browsers name what has none.
      mimeType: response?.headers['content-type'] ?? 'x-unknown',
      ...(response?.body && { text: response.body }),
      ...(cut && { comment: cut }),
    },
    redirectURL: '',
    headersSize: UNKNOWN,
    bodySize: UNKNOWN,
  };
}

const pairs = (entries: Array<[string, string]>) =>
  entries.map(([name, value]) => ({ name, value }));

/** Texts of the service stay as they came, but in this file they are only signs that can be seen. */
const escaped = (json: string) =>
  json.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
