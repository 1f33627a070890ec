import { parseEnv } from 'node:util';
import { OperatorError } from '#service/domain/operator-error.ts';
import { SETTINGS, type Setting, type SettingName } from '#service/settings-table.ts';
import { readTextFile } from '#service/text-file.ts';

/** Values as text, by the settings' names: from the environment, a file and flags. */
export type SettingTexts = Record<string, string | undefined>;

export type Settings = ReturnType<typeof readSettings>;

/** Defaults for `UPSTREAM_URL=ngrok`. */
const NGROK: SettingTexts = { VERSION_HEADER: 'Ngrok-Version', RATE_LIMIT: '120' };
const NGROK_URL = new URL('https://api.ngrok.com');

/**
 * An empty text counts as absent: containers and service files often have no other way to leave a setting out.
 *
 * @throws {OperatorError} the first value that is not usable
 */
export function readSettings(texts: SettingTexts) {
  const upstream = read('UPSTREAM_URL', texts);
  const known = upstream === 'ngrok' ? { ...NGROK, ...withoutEmpty(texts) } : texts;
  const required = <Name extends SettingName>(name: Name) => {
    const value = read(name, known);
    if (value === undefined) throw new OperatorError(`The setting ${name} is missing: set it.`);
    return value;
  };
  const host = required('HOST');
  const publicUrl = read('PUBLIC_URL', known);
  const databaseUrl = read('DATABASE_URL', known);
  if (upstream !== undefined && databaseUrl !== undefined)
    throw new OperatorError(
      'UPSTREAM_URL and DATABASE_URL exclude each other: an upstream keeps its own data. Leave one out.',
    );
  const routesFile = read('ROUTES_FILE', known);
  if (upstream === undefined && routesFile !== undefined)
    throw new OperatorError(
      'ROUTES_FILE is for an upstream, and UPSTREAM_URL is not set: leave it out, and add routes with routes import FILE.',
    );

  return {
    port: required('PORT'),
    host,
    /** Origin; `undefined` when it follows from host and port. */
    publicUrl,
    /** Absolute. */
    dataDir: required('DATA_DIR'),
    databaseUrl,
    databaseConnections: required('DATABASE_CONNECTIONS'),
    upstreamUrl: upstream === 'ngrok' ? NGROK_URL : upstream,
    versionHeader: required('VERSION_HEADER'),
    version: required('VERSION_VALUE'),
    firstApiKey: read('FIRST_API_KEY', known),
    demo:
      read('DEMO', known) ??
      (databaseUrl === undefined && publicUrl === undefined && isLoopback(host)),
    /** Requests a minute; `undefined`: no limit. */
    rateLimit: unlessOff(required('RATE_LIMIT')),
    /** Changes a minute; `undefined`: no limit. */
    writesPerMinute: unlessOff(required('WRITES_PER_MINUTE')),
    writeRules: {
      protected_bot_users: read('PROTECTED_BOT_USERS', known) ?? [],
      protected_routes: read('PROTECTED_ROUTES', known) ?? [],
      no_delete: required('NO_DELETE'),
      changes_per_job: unlessOff(required('MAX_CHANGES_PER_JOB')) ?? null,
    },
    requestsAtOnce: required('REQUESTS_AT_ONCE'),
    routesFile,
    idleMinutes: required('IDLE_MINUTES'),
    sessionHours: required('SESSION_HOURS'),
    instanceName: read('INSTANCE_NAME', known),
    instanceColour: required('INSTANCE_COLOUR'),
    logLevel: required('LOG_LEVEL'),
    metrics: required('METRICS'),
    maxConnections: required('MAX_CONNECTIONS'),
  };
}

const unlessOff = (value: number | 'off') => (value === 'off' ? undefined : value);

const isLoopback = (host: string) => /^(localhost|127\.[\d.]+|::1)$/i.test(host);

type ValueOf<Name extends SettingName> = ReturnType<(typeof SETTINGS)[Name]['parse']>;

function read<Name extends SettingName>(name: Name, texts: SettingTexts): ValueOf<Name> {
  const { fallback, expected, parse, secret }: Setting<unknown> = SETTINGS[name];
  const text = isSet(name, texts) ? texts[name]?.trim() : fallback;
  const value = text === undefined ? undefined : parse(text);
  if (text !== undefined && value === undefined)
    throw new OperatorError(
      `The setting ${name} must be ${expected}${secret ? '' : `, not "${text}"`}: change it and start again.`,
    );
  return value as ValueOf<Name>; // the setting's own parser made it
}

const isSet = (name: string, texts: SettingTexts) => (texts[name]?.trim() ?? '') !== '';

const withoutEmpty = (texts: SettingTexts): SettingTexts =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => isSet(name, texts)));

/**
 * @param path of a file with a line `NAME=value` for each setting
 * @throws {OperatorError} it cannot be read, or names something that is no setting
 */
export function readSettingsFile(path: string): SettingTexts {
  const text = readTextFile(
    path,
    (reason) =>
      new OperatorError(
        `The settings file ${path} cannot be read (${reason}): check its path and start again.`,
      ),
  );
  const texts = parseEnv(text);
  const unknown = Object.keys(texts).find((name) => !Object.hasOwn(SETTINGS, name));
  if (unknown !== undefined)
    throw new OperatorError(
      `The settings file ${path} names ${unknown}, which is no setting: take the line out; --help lists all.`,
    );
  return texts;
}
