import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { API_BASE, HEADER_NAME, VERSION, VERSION_HEADER, VERSION_VALUE } from '#contract/wire.ts';
import { WriteRules } from '#contract/write-rules.ts';

/** Where the page reads it, on its own origin. */
export const RUNTIME_CONFIG_PATH = '/config.json';

/** Colours by which people tell instances apart; the page has a pair for each that can be read on its bar. */
export const INSTANCE_COLOURS = ['grey', 'blue', 'green', 'amber', 'red', 'violet'] as const;

/** Counted as people count: a character of two code units is one. */
export const InstanceName = z.string().check(z.regex(/^.{1,40}$/u));

/** Requests that a service of this kind lets pass at once. */
export const REQUESTS_AT_ONCE = 4;

/** An address of the API: a path on the page's own origin, or absolute; no trailing slash. */
const API_BASE_FORM = /^(https?:\/\/[^\s/?#@\\]+)?(\/[^\s?#/\\]+)*$/;

/** Minutes without use after which a session of the page ends; the warning comes two minutes before. */
export const IDLE_MINUTES = { usual: 30, min: 3, max: 1_440 };

/** Hours after which it ends, however much it is used. No more than a day: that is what the limit is for. */
export const SESSION_HOURS = { usual: 8, min: 1, max: 24 };

const within = ({ usual, min, max }: typeof IDLE_MINUTES) =>
  z._default(z.number().check(z.minimum(min), z.maximum(max)), usual);

/**
 * What the page reads at its start, from the server that it came from or from a file on any static host.
 * Public: no key is needed to read it. All but the host may be missing.
 */
export const RuntimeConfig = z.object({
  /** Host of the service behind this dashboard, for people to see. */
  service_host: z.string(),
  /** Where the API answers: a path on the page's own origin, or an absolute address; no trailing slash. */
  api_base: z._default(
    z.string().check(
      z.regex(API_BASE_FORM),
      z.refine((base) => base === '' || base.startsWith('/') || URL.canParse(base)),
    ),
    API_BASE,
  ),
  version_header: z._default(z.string().check(z.regex(HEADER_NAME)), VERSION_HEADER),
  version: z._default(z.string().check(z.regex(VERSION_VALUE)), VERSION),
  limits: z._default(
    z.object({
      /** `null`: no limit. */
      requests_per_minute: z.nullable(z.int().check(z.positive())),
      requests_at_once: z.int().check(z.positive()),
    }),
    { requests_per_minute: null, requests_at_once: REQUESTS_AT_ONCE },
  ),
  idle_minutes: within(IDLE_MINUTES),
  session_hours: within(SESSION_HOURS),
  /** Tells instances apart: a name in the bar, and a colour. */
  instance: z._default(
    z.nullable(z.object({ name: InstanceName, colour: z.enum(INSTANCE_COLOURS) })),
    null,
  ),
  /** Path of the inventory (`inventoryEndpoints`) on the API's origin; `null`: there is none. */
  inventory_base: z._default(z.nullable(z.string().check(z.regex(/^(\/[^\s?#/\\]+)+$/))), null),
  /** The service keeps a history of changes, see `historyEndpoint`. */
  history: z._default(z.boolean(), false),
  /** The account was filled with invented data. */
  demonstration: z._default(z.boolean(), false),
  /** `null`: everything that the key may change, so nothing is protected either. */
  write_rules: z._default(z.nullable(WriteRules), null),
});
export type RuntimeConfig = z.output<typeof RuntimeConfig>;

export const runtimeConfigEndpoint = endpoint({
  path: RUNTIME_CONFIG_PATH,
  result: RuntimeConfig,
});
