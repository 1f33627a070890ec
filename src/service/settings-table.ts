import { resolve } from 'node:path';
import {
  IDLE_MINUTES_MAX,
  IDLE_MINUTES_MIN,
  INSTANCE_COLOURS,
  InstanceName,
  REQUESTS_AT_ONCE,
  SESSION_HOURS_MAX,
  SESSION_HOURS_MIN,
} from '#contract/runtime-config.ts';
import {
  HEADER_NAME,
  OPERATION_ID_HEADER,
  VERSION,
  VERSION_HEADER,
  VERSION_VALUE,
  IDLE_MINUTES,
  SESSION_HOURS,
} from '#contract/wire.ts';

export interface Setting<Value> {
  /** For people, in the help and in SETTINGS.md. */
  what: string;
  /** What a good value looks like: "must be ...". */
  expected: string;
  /** As it would be written; `undefined`: not set. */
  fallback?: string;
  /** @returns `undefined` for a value that is not usable */
  parse: (text: string) => Value | undefined;
  /** The value must not be repeated in a message. */
  secret?: boolean;
}

const setting = <Value>(definition: Setting<Value>) => definition;

const matching = (form: RegExp) => (text: string) => (form.test(text) ? text : undefined);

const oneOf =
  <const Value extends string>(...values: Value[]) =>
  (text: string) =>
    values.find((value) => value === text.toLowerCase());

const wholeNumber = (from: number, to: number) => (text: string) =>
  /^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to ? Number(text) : undefined;

function onOrOff(text: string): boolean | undefined {
  if (/^(on|true|1)$/i.test(text)) return true;
  return /^(off|false|0)$/i.test(text) ? false : undefined;
}

/** @returns without a trailing slash; `undefined` unless it has one of the schemes, and no user, query or fragment */
function address(text: string, schemes: RegExp): URL | undefined {
  if (/[\0-\x20\x7f]/.test(text)) return undefined; // a URL silently drops line breaks and tabs
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !schemes.test(url.protocol)) return undefined;
  if (url.username + url.password + url.search + url.hash !== '') return undefined;
  return new URL(url.href.replace(/\/+$/, ''));
}

const RATE_MAX = 1_000_000;

const rate = (text: string) =>
  /^off$/i.test(text) ? ('off' as const) : wholeNumber(1, RATE_MAX)(text);

const list = (text: string) => {
  const parts = text.split(',').map((part) => part.trim());
  return parts.includes('') ? undefined : parts;
};

/** Headers that already mean something in a request to the API, or in its response. */
const RESERVED_HEADERS = `
  accept accept-encoding authorization connection content-encoding content-length content-type
  cookie etag expect forwarded host if-match if-none-match keep-alive origin range referer
  retry-after te trailer transfer-encoding upgrade user-agent via www-authenticate
  ${OPERATION_ID_HEADER.toLowerCase()}`
  .trim()
  .split(/\s+/);

/** Every setting, by its name in the environment and in a file; flags are made of the names. */
export const SETTINGS = {
  PORT: setting({
    what: 'port; `0` takes any free one',
    expected: 'a whole number from 0 to 65535',
    fallback: '4300',
    parse: wholeNumber(0, 65_535),
  }),
  HOST: setting({
    what: 'address to listen on',
    expected: 'a host name or an IP address',
    fallback: '127.0.0.1',
    parse: matching(/^([\w.-]+|[\da-f:.]+)$/i),
  }),
  PUBLIC_URL: setting({
    what: 'public origin of the service; addresses in responses are built from it, other hosts are refused',
    expected: 'an address without a path, such as https://gatehouse.example.com',
    parse(text) {
      const url = address(text, /^https?:$/);
      return url?.pathname === '/' ? url.origin : undefined;
    },
    secret: true, // a password may stand in it, which is why it is refused
  }),
  DATA_DIR: setting({
    what: 'directory of the SQLite database; created with mode 0700, for one process at a time',
    expected: 'a path',
    fallback: '.data',
    parse: (text) => resolve(text),
  }),
  DATABASE_URL: setting({
    what: 'PostgreSQL database to use instead of `DATA_DIR`, for any number of processes',
    expected: 'an address such as postgres://user:password@host:5432/database',
    parse: (text) =>
      /^postgres(ql)?:\/\/\S+$/.test(text) && URL.canParse(text) ? text : undefined,
    secret: true,
  }),
  DATABASE_CONNECTIONS: setting({
    what: 'most connections of one process to that database',
    expected: 'a whole number from 1 to 1000',
    fallback: '10',
    parse: wholeNumber(1, 1_000),
  }),
  UPSTREAM_URL: setting({
    what: 'base address of an existing service to proxy, or `ngrok`; nothing is stored then',
    expected: 'an address such as https://api.example.com, or ngrok',
    parse: (text) => (text === 'ngrok' ? text : address(text, /^https?:$/)),
    secret: true, // as in `PUBLIC_URL`
  }),
  VERSION_HEADER: setting({
    what: 'name of the version header (`Ngrok-Version` with `UPSTREAM_URL=ngrok`)',
    expected: 'the name of a header that the API does not use otherwise',
    fallback: VERSION_HEADER,
    parse: (text) =>
      HEADER_NAME.test(text) && !RESERVED_HEADERS.includes(text.toLowerCase()) ? text : undefined,
  }),
  VERSION_VALUE: setting({
    what: 'its value',
    expected: 'at most 50 letters, digits, dots and dashes',
    fallback: VERSION,
    parse: matching(VERSION_VALUE),
  }),
  FIRST_API_KEY: setting({
    what: 'an API key to accept, for tests and containers; 24 characters or more',
    expected: '24 to 200 printable ASCII characters without blanks',
    parse: matching(/^[!-~]{24,200}$/),
    secret: true,
  }),
  DEMO: setting({
    what: '`on` or `off`: demonstration data at the first start; by default only on a loopback address without `PUBLIC_URL` and `DATABASE_URL`',
    expected: 'on or off',
    parse: onOrOff,
  }),
  RATE_LIMIT: setting({
    what: 'requests a minute for each key; with an upstream, how many the page sends (120 with `ngrok`)',
    expected: `off or a whole number from 1 to ${RATE_MAX}`,
    fallback: 'off',
    parse: rate,
  }),
  WRITES_PER_MINUTE: setting({
    what: 'changes a minute for each key, besides `RATE_LIMIT`',
    expected: `off or a whole number from 1 to ${RATE_MAX}`,
    fallback: 'off',
    parse: rate,
  }),
  PROTECTED_BOT_USERS: setting({
    what: 'bot users that nobody changes from here: ids or names, separated by commas; `*` stands for any characters',
    expected: 'ids or names, separated by commas',
    parse: list,
  }),
  PROTECTED_ROUTES: setting({
    what: 'routes whose module nobody changes from here: route ids, `edge_id/route_id` or shared labels, likewise',
    expected: 'ids or labels, separated by commas',
    parse: list,
  }),
  NO_DELETE: setting({
    what: '`on`: the page deletes nothing',
    expected: 'on or off',
    fallback: 'off',
    parse: onOrOff,
  }),
  MAX_CHANGES_PER_JOB: setting({
    what: 'most changes that the page makes in one job',
    expected: `off or a whole number from 1 to ${RATE_MAX}`,
    fallback: 'off',
    parse: rate,
  }),
  REQUESTS_AT_ONCE: setting({
    what: 'requests that the page sends at a time when it works through a list',
    expected: 'a whole number from 1 to 20',
    fallback: String(REQUESTS_AT_ONCE),
    parse: wholeNumber(1, 20),
  }),
  ROUTES_FILE: setting({
    what: 'routes to show to everybody with an upstream, and names of IP policies: a JSON file exported by the page',
    expected: 'the path of a JSON file',
    parse: (text) => resolve(text),
  }),
  IDLE_MINUTES: setting({
    what: 'idle minutes after which the page signs out',
    expected: `a whole number from ${IDLE_MINUTES_MIN} to ${IDLE_MINUTES_MAX}`,
    fallback: String(IDLE_MINUTES),
    parse: wholeNumber(IDLE_MINUTES_MIN, IDLE_MINUTES_MAX),
  }),
  SESSION_HOURS: setting({
    what: 'hours after which the page signs out in any case',
    expected: `a whole number from ${SESSION_HOURS_MIN} to ${SESSION_HOURS_MAX}`,
    fallback: String(SESSION_HOURS),
    parse: wholeNumber(SESSION_HOURS_MIN, SESSION_HOURS_MAX),
  }),
  INSTANCE_NAME: setting({
    what: 'name of this instance, shown in the bar, such as `Production`',
    expected: 'at most 40 characters',
    parse: (text) => InstanceName.safeParse(text).data,
  }),
  INSTANCE_COLOUR: setting({
    what: `its colour: ${INSTANCE_COLOURS.join(', ')}`,
    expected: `one of ${INSTANCE_COLOURS.join(', ')}`,
    fallback: 'grey',
    parse: oneOf(...INSTANCE_COLOURS),
  }),
  LOG_LEVEL: setting({
    what: 'least level of log lines; `info` logs every request, `warn` none (`warn` on a terminal)',
    expected: 'one of debug, info, warn, error, silent',
    fallback: process.stderr.isTTY ? 'warn' : 'info',
    parse: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  }),
  METRICS: setting({
    what: '`on`: `/metrics` for Prometheus, without a key',
    expected: 'on or off',
    fallback: 'off',
    parse: onOrOff,
  }),
  MAX_CONNECTIONS: setting({
    what: 'most client connections at a time; more are closed at once',
    expected: 'a whole number from 1 to 100000',
    fallback: '1000',
    parse: wholeNumber(1, 100_000),
  }),
};

export type SettingName = keyof typeof SETTINGS;
export const settingNames = Object.keys(SETTINGS) as SettingName[]; // of the table above
