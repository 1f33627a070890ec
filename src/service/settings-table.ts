import { BlockList, isIP, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import {
  IDLE_MINUTES,
  INSTANCE_COLOURS,
  InstanceName,
  REQUESTS_AT_ONCE,
  SESSION_HOURS,
} from '#contract/runtime-config.ts';
import {
  HEADER_NAME,
  OPERATION_ID_HEADER,
  VERSION,
  VERSION_HEADER,
  VERSION_VALUE,
} from '#contract/wire.ts';

interface Kind<Value> {
  /** What a good value looks like: "must be ...". */
  expected: string;
  /** @returns `undefined` for a value that is not usable */
  parse: (text: string) => Value | undefined;
}

const kind = <Value>(expected: string, parse: Kind<Value>['parse']) => ({ expected, parse });

/**
 * @param what for people, in the help and in SETTINGS.md
 * @param fallback the default as it would be written; a setting without one may be absent
 */
const setting = <Value, Fallback extends string | undefined = undefined>(
  what: string,
  { expected, parse }: Kind<Value>,
  fallback?: Fallback,
) => ({ what, expected, parse, fallback: fallback as Fallback }); // left out, its type is `undefined`

export type Setting = ReturnType<typeof setting<unknown, string | undefined>>;

const matching = (expected: string, form: RegExp) =>
  kind(expected, (text) => (form.test(text) ? text : undefined));

const oneOf = <const Value extends string>(values: readonly Value[]) =>
  kind(`one of ${values.join(', ')}`, (text) =>
    values.find((value) => value === text.toLowerCase()),
  );

const wholeNumber = (from: number, to: number) =>
  kind(`a whole number from ${from} to ${to}`, (text) =>
    /^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to ? Number(text) : undefined,
  );

const onOrOff = kind('on or off', (text) => {
  if (/^(on|true|1)$/i.test(text)) return true;
  return /^(off|false|0)$/i.test(text) ? false : undefined;
});

const upToAMillion = wholeNumber(1, 1_000_000);
/** `null`: off, so there is no limit. */
const limit = kind(`off or ${upToAMillion.expected}`, (text) =>
  /^off$/i.test(text) ? null : upToAMillion.parse(text),
);

const list = (expected: string) =>
  kind(`${expected}, separated by commas`, (text) => {
    const parts = text.split(',').map((part) => part.trim());
    return parts.includes('') ? undefined : parts;
  });

const networks = kind(
  'IP addresses or networks such as 10.0.0.0/8, separated by commas',
  (text) => {
    const known = new BlockList();
    for (const part of text.split(',')) {
      const [, address = '', prefix] = /^([^/]+)(?:\/(\d+))?$/.exec(part.trim()) ?? [];
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      const bits = family === 'ipv6' ? 128 : 32;
      if (!isIP(address) || Number(prefix ?? bits) > bits) return undefined;
      known.addSubnet(address, Number(prefix ?? bits), family);
    }
    return known;
  },
);

const path = (expected: string) => kind(expected, (text) => resolve(text));

/** @returns without a trailing slash; `undefined` unless it is of HTTP and has no user, query or fragment */
function httpAddress(text: string): URL | undefined {
  if (/[\0-\x20\x7f]/.test(text)) return undefined; // a URL silently drops line breaks and tabs
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.username + url.password + url.search + url.hash !== '') return undefined;
  return new URL(url.href.replace(/\/+$/, ''));
}

const portNumber = wholeNumber(0, 65_535);

/** Headers that already mean something in a request to the API, or in its response. */
const RESERVED_HEADERS = `
  accept accept-encoding authorization connection content-encoding content-length content-type
  cookie etag expect forwarded host if-match if-none-match keep-alive origin range referer
  retry-after te trailer transfer-encoding upgrade user-agent via www-authenticate
  ${OPERATION_ID_HEADER.toLowerCase()}`
  .trim()
  .split(/\s+/);

const ownHeader = kind('the name of a header that the API does not use otherwise', (text) =>
  HEADER_NAME.test(text) && !RESERVED_HEADERS.includes(text.toLowerCase()) ? text : undefined,
);

/** Every setting, by its name in the code; `settingName` makes the others of it. */
export const SETTINGS = {
  port: setting('port; `0` takes any free one', portNumber, '4300'),
  host: setting(
    'address to listen on',
    kind('a host name or an IP address', (text) =>
      // A URL is made of it, in which IPv6 is in brackets.
      /^[\w.-]+$|:/.test(text) && URL.canParse(`http://${text.includes(':') ? `[${text}]` : text}`)
        ? text
        : undefined,
    ),
    '127.0.0.1',
  ),
  publicUrl: setting(
    'public origin of the service; addresses in responses are built from it, other hosts are refused',
    kind('an address without a path, such as https://gatehouse.example.com', (text) => {
      const url = httpAddress(text);
      return url?.pathname === '/' ? url.origin : undefined;
    }),
  ),
  dataDir: setting(
    'directory of the SQLite database; created with mode 0700, for one process at a time',
    path('a path'),
    '.data',
  ),
  databaseUrl: setting(
    'PostgreSQL database to use instead of `DATA_DIR`, for any number of processes',
    kind('an address such as postgres://user:password@host:5432/database', (text) => {
      if (!/^postgres(ql)?:\/\/\S+$/.test(text) || !URL.canParse(text)) return undefined;
      // With another port in its query, the driver would wait for ever.
      const ports = new URL(text).searchParams.getAll('port');
      return ports.every((port) => portNumber.parse(port || '5432')) ? text : undefined;
    }),
  ),
  databaseConnections: setting(
    'most connections of one process to that database',
    wholeNumber(1, 1_000),
    '10',
  ),
  upstreamUrl: setting(
    'base address of an existing service to proxy, or `ngrok`; nothing is stored then but the history',
    kind('an address such as https://api.example.com, or ngrok', (text) =>
      httpAddress(text === 'ngrok' ? 'https://api.ngrok.com' : text),
    ),
  ),
  versionHeader: setting(
    'name of the version header (`Ngrok-Version` with `UPSTREAM_URL=ngrok`)',
    ownHeader,
    VERSION_HEADER,
  ),
  versionValue: setting(
    'its value',
    matching('at most 50 letters, digits, dots and dashes', VERSION_VALUE),
    VERSION,
  ),
  firstApiKey: setting(
    'an API key to accept, for tests and containers; 24 characters or more',
    matching('24 to 200 printable ASCII characters without blanks', /^[!-~]{24,200}$/),
  ),
  demo: setting(
    '`on` or `off`: demonstration data at the first start; by default only on a loopback address without `PUBLIC_URL` and `DATABASE_URL`',
    onOrOff,
  ),
  rateLimit: setting(
    'requests a minute for each key; with an upstream, how many the page sends (120 with `ngrok`)',
    limit,
    'off',
  ),
  writesPerMinute: setting('changes a minute for each key, besides `RATE_LIMIT`', limit, 'off'),
  protectedBotUsers: setting(
    'bot users that nobody changes from here: ids or names, separated by commas; `*` stands for any characters',
    list('ids or names'),
  ),
  protectedRoutes: setting(
    'routes whose module nobody changes from here: route ids, `edge_id/route_id` or shared labels, likewise',
    list('ids or labels'),
  ),
  noDelete: setting('`on`: the page deletes nothing', onOrOff, 'off'),
  maxChangesPerJob: setting('most changes that the page makes in one job', limit, 'off'),
  requestsAtOnce: setting(
    'requests sent at a time to work through a list, by the page and by commands; a job of the page takes 4 at most',
    wholeNumber(1, 20),
    String(REQUESTS_AT_ONCE),
  ),
  routesFile: setting(
    'routes to show to everybody with an upstream, and names of IP policies: a JSON file exported by the page',
    path('the path of a JSON file'),
  ),
  idleMinutes: setting(
    `idle minutes after which the page signs out, from ${IDLE_MINUTES.min} to ${IDLE_MINUTES.max}`,
    wholeNumber(IDLE_MINUTES.min, IDLE_MINUTES.max),
    String(IDLE_MINUTES.usual),
  ),
  sessionHours: setting(
    'hours after which the page signs out in any case',
    wholeNumber(SESSION_HOURS.min, SESSION_HOURS.max),
    String(SESSION_HOURS.usual),
  ),
  history: setting(
    '`on`: keeps the history of changes that pass to an upstream, in `DATA_DIR`',
    onOrOff,
    'off',
  ),
  historyDays: setting('days for which the history is kept', wholeNumber(1, 36_500), '400'),
  userHeader: setting(
    'header in which a proxy names the person, such as `X-Forwarded-User`, for the history',
    ownHeader, // `Authorization` would bring keys into the history
  ),
  trustedProxy: setting('the only addresses from which `USER_HEADER` is believed', networks),
  instanceName: setting(
    'name of this instance, shown in the bar, such as `Production`',
    kind('at most 40 characters', (text) => InstanceName.safeParse(text).data),
  ),
  instanceColour: setting(
    `its colour: ${INSTANCE_COLOURS.join(', ')}`,
    oneOf(INSTANCE_COLOURS),
    'grey',
  ),
  logLevel: setting(
    'least level of log lines; `info` logs every request, `warn` none (`warn` on a terminal)',
    oneOf(['debug', 'info', 'warn', 'error', 'silent']),
    process.stderr.isTTY ? 'warn' : 'info',
  ),
  metrics: setting('`on`: `/metrics` for Prometheus, without a key', onOrOff, 'off'),
  maxConnections: setting(
    'most client connections at a time; more are closed at once',
    wholeNumber(1, 100_000),
    '1000',
  ),
};

export type SettingKey = keyof typeof SETTINGS;
export const settingKeys = Object.keys(SETTINGS) as SettingKey[]; // of the table above

/** `rateLimit`: `RATE_LIMIT` in the environment and in a file; the flag is `--rate-limit`. */
export const settingName = (key: SettingKey) => key.replaceAll(/[A-Z]/g, '_$&').toUpperCase();
