import { parseEnv } from 'node:util';
import { OperatorError } from '#service/domain/errors.ts';
import {
  SETTINGS,
  settingKeys,
  settingName,
  type Setting,
  type SettingKey,
} from '#service/settings-table.ts';
import { readText } from '#service/text-file.ts';

/** Values as text, by the settings' names: from flags, the environment and a file. */
export type SettingTexts = Record<string, string | undefined>;

export type Settings = ReturnType<typeof readSettings>;

/** Defaults for `UPSTREAM_URL=ngrok`. */
const NGROK: SettingTexts = { VERSION_HEADER: 'Ngrok-Version', RATE_LIMIT: '120' };

/**
 * An empty text counts as absent: containers and service files often have no other way to leave a setting out.
 *
 * @param file path of one with what holds where `texts` has nothing
 * @throws {OperatorError} the first value that is not usable
 */
export function readSettings(texts: SettingTexts, file?: string) {
  const set = { ...withoutEmpty(file ? readFile(file) : {}), ...withoutEmpty(texts) };
  const isNgrok = set['UPSTREAM_URL']?.trim() === 'ngrok';
  const {
    versionValue,
    protectedBotUsers,
    protectedRoutes,
    noDelete,
    maxChangesPerJob,
    ...values
  } = readAll(isNgrok ? { ...NGROK, ...set } : set);
  const { host, publicUrl, databaseUrl, upstreamUrl, routesFile } = values;
  if (upstreamUrl !== undefined && databaseUrl !== undefined)
    throw new OperatorError(
      'UPSTREAM_URL and DATABASE_URL exclude each other: an upstream keeps its own data. Leave one out.',
    );
  if (upstreamUrl === undefined && routesFile !== undefined)
    throw new OperatorError(
      'ROUTES_FILE is for an upstream, and UPSTREAM_URL is not set: leave it out, and add routes with routes import FILE.',
    );
  if ((values.userHeader === undefined) !== (values.trustedProxy === undefined))
    throw new OperatorError(
      'USER_HEADER and TRUSTED_PROXY belong together: anybody can send a header. Set both or none.',
    );
  const isLocal = databaseUrl === undefined && publicUrl === undefined && isLoopback(host);
  return {
    ...values,
    version: versionValue,
    demo: values.demo ?? isLocal,
    protection: {
      protected_bot_users: protectedBotUsers ?? [],
      protected_routes: protectedRoutes ?? [],
    },
    writeRules: { no_delete: noDelete, changes_per_job: maxChangesPerJob },
  };
}

const isLoopback = (host: string) => /^(localhost|127\.[\d.]+|::1|\[::1\])$/i.test(host);

/** Whether a key that is sent there can be read on the way. */
export const isUnencrypted = ({ protocol, hostname }: URL) =>
  protocol === 'http:' && !isLoopback(hostname);

const withoutEmpty = (texts: SettingTexts): SettingTexts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text?.trim()));

/** A setting without a default may be absent. */
type ValueOf<S extends Setting> =
  | Exclude<ReturnType<S['parse']>, undefined>
  | (S['fallback'] extends string ? never : undefined);

type Values = { [Key in SettingKey]: ValueOf<(typeof SETTINGS)[Key]> };

function readAll(texts: SettingTexts): Values {
  const values = settingKeys.map((key) => {
    const { fallback, expected, parse }: Setting = SETTINGS[key];
    const name = settingName(key);
    const text = texts[name]?.trim() ?? fallback;
    const value = text === undefined ? undefined : parse(text);
    if (text !== undefined && value === undefined)
      throw new OperatorError(
        `The setting ${name} must be ${expected}${isSecret(name) ? '' : `, not ${JSON.stringify(text)}`}: change it and start again.`,
      );
    return [key, value] as const;
  });
  return Object.fromEntries(values) as Values; // each value is of its own setting's parser
}

/** Of an address a user and a password may be part, which is why it may be refused. */
const isSecret = (name: string) => /_(URL|KEY)$/.test(name);

/**
 * @param path of a file with a line `NAME=value` for each setting
 * @throws {OperatorError} it cannot be read, or names something that is no setting
 */
function readFile(path: string): SettingTexts {
  const text = readText(path, `The settings file ${path}`);
  // Without a `=` it would be left out without a word, or read as the beginning of the next name. It may hold a secret.
  if (/^(?![ \t]*(?:#|$|(?:export[ \t]+)?\w+[ \t]*=))./m.test(text))
    throw new OperatorError(
      `The settings file ${path} has a line that is not NAME=value: correct it and start again.`,
    );
  // What follows would be left out without a word; behind a blank it is a comment.
  const [, cut] = /^\s*(\w+)\s*=(?:[^"'`\n]*[^\s"'`]|[ \t]*)#/m.exec(text) ?? [];
  if (cut !== undefined)
    throw new OperatorError(
      `The settings file ${path} has a # in the value of ${cut}: put the value in quotes.`,
    );
  const texts = parseEnv(text);
  const names = settingKeys.map(settingName);
  const unknown = Object.keys(texts).find((name) => !names.includes(name));
  if (unknown === undefined) return texts;
  throw new OperatorError(
    `The settings file ${path} names ${unknown}, which is no setting: take the line out; --help lists all.`,
  );
}
