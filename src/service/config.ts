import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { VERSION_HEADER } from '#contract/wire.ts';

/** A setting is not usable; the message is one sentence for the operator. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

const Port = z.string().check(
  z.regex(/^\d{1,5}$/),
  z.refine((text) => Number(text) <= 65_535),
);
const Host = z.string().check(z.regex(/^([\w.-]+|[\da-f:.]+)$/i));
const PublicUrl = z.string().check(
  z.refine((text) => {
    if (!URL.canParse(text)) return false;
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '').toLowerCase();
  }),
);

/** Each with its default and with what a good value looks like. */
const SETTINGS = {
  PORT: { schema: Port, fallback: '4300', expected: 'a whole number from 0 to 65535' },
  HOST: { schema: Host, fallback: '127.0.0.1', expected: 'a host name or an IP address' },
  DATA_DIR: { schema: z.string(), fallback: '.data', expected: 'a path' },
  PUBLIC_URL: {
    schema: PublicUrl,
    fallback: undefined,
    expected: 'an address without a path, such as https://gatehouse.example.com',
  },
  FIRST_API_KEY: {
    schema: z.string().check(z.regex(/^[!-~]{1,200}$/)),
    fallback: undefined,
    expected: 'at most 200 printable ASCII characters without blanks',
  },
  DEMO: {
    schema: z.string().check(z.regex(/^(on|off|true|false|1|0)$/i)),
    fallback: 'on',
    expected: 'on or off',
  },
  VERSION_HEADER: {
    schema: z.string().check(z.regex(/^[\w!#$%&'*+.^`|~-]+$/)),
    fallback: VERSION_HEADER,
    expected: 'the name of a header',
  },
};

type SettingName = keyof typeof SETTINGS;
type Environment = Record<string, string | undefined>;

export interface Settings {
  /** 0 stands for any free port. */
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  /** Origin; `undefined` when it follows from host and port. */
  publicUrl: string | undefined;
  firstApiKey: string | undefined;
  demo: boolean;
  versionHeader: string;
}

/**
 * An empty variable counts as absent: containers and service files often have no other way to leave one out.
 *
 * @throws {SettingError} the first value that is not usable
 */
export function readSettings(environment: Environment): Settings {
  const publicUrl = read('PUBLIC_URL', environment);
  return {
    port: Number(read('PORT', environment)),
    host: read('HOST', environment) ?? '',
    dataDir: resolve(read('DATA_DIR', environment) ?? ''),
    publicUrl: publicUrl && new URL(publicUrl).origin,
    firstApiKey: read('FIRST_API_KEY', environment),
    demo: /^(on|true|1)$/i.test(read('DEMO', environment) ?? ''),
    versionHeader: read('VERSION_HEADER', environment) ?? '',
  };
}

function read(name: SettingName, environment: Environment): string | undefined {
  const { schema, fallback, expected } = SETTINGS[name];
  const value = environment[name]?.trim();
  if (value === undefined || value === '') return fallback;
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  // The value itself may be a secret.
  const shown = name === 'FIRST_API_KEY' ? '' : `, not "${value}"`;
  throw new SettingError(
    `The setting ${name} must be ${expected}${shown}: change it and start again.`,
  );
}
