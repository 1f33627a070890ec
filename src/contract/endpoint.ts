import * as z from 'zod/mini';

/** For the parts that an endpoint does not have. */
export const none = z.void();

type Schema = z.core.$ZodType;

/** Names inside `{}` of a path template: `"/bot_users/{id}"` → `"id"`. */
type PathParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParamNames<Rest>
  : never;

type PathParams<Path extends string> = { [Name in PathParamNames<Path>]: string };

/**
 * One operation of the API as a value: the client calls it, the service answers it,
 * and neither spells a path, a status or a shape again.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Template relative to the base address, for example `/bot_users/{id}`. */
  path: string;
  query: Schema;
  body: Schema;
  /** The one status with which the service says success; the client takes any 2xx that it can read. */
  status: 200 | 201 | 204;
  /** How a caller reads the answer of any service of this kind. */
  result: Schema;
  /** What this service sends, where it is stricter than what a caller takes; otherwise `result`. */
  answer?: Schema;
  /** Answers may carry an entity tag (`ETag`): a name for the state that they show. */
  tagged?: true;
  /** May be asked to change something in one state only, see `WriteCondition`. */
  conditional?: true;
}

/** What an endpoint is where its definition says nothing else. */
const USUAL = { method: 'GET', query: none, body: none, status: 200 } as const;

type Definition = Omit<Endpoint, keyof typeof USUAL> & Partial<Endpoint>;

export const endpoint = <const Given extends Definition>(given: Given) =>
  // What is given replaces what is usual, and has all other parts.
  ({ ...USUAL, ...given }) as Omit<typeof USUAL, keyof Given> & Given;

/** The state that a write is meant for; in any other the service refuses it (412) and changes nothing. */
export interface WriteCondition {
  /** Entity tag of what was read. */
  ifMatch?: string;
  /** There was nothing. */
  ifNoneMatch?: '*';
}

/**
 * What a caller passes: only the parts that the endpoint has. A `query` may also be the text after the `?`
 * of an address that the service gave, see `nextPageQuery`.
 */
export type CallInput<E extends Endpoint> = ([keyof PathParams<E['path']>] extends [never]
  ? { params?: never }
  : { params: PathParams<E['path']> }) &
  (z.input<E['query']> extends void
    ? { query?: never }
    : { query?: z.input<E['query']> | string }) &
  (z.input<E['body']> extends void ? { body?: never } : { body: z.input<E['body']> }) &
  (E extends { conditional: true } ? WriteCondition : { [Name in keyof WriteCondition]?: never });

/** What a handler receives: parsed, with defaults applied. */
export interface HandlerInput<E extends Endpoint> {
  params: PathParams<E['path']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
}

/** What a caller gets back. */
export type ResultOf<E extends Endpoint> = z.output<E['result']>;

/** What a handler gives back. */
export type AnswerOf<E extends Endpoint> = z.input<
  E extends { answer: infer Answer } ? Answer : E['result']
>;

/** Characters of one encoded segment: servers take addresses of about 8,000, and no id comes near. */
const SEGMENT_MAX = 2048;

/**
 * Whether an id can stand in a path. URL parsers fold dot segments away, also when they are encoded, so such an id
 * would address another resource; half of a surrogate pair has no encoding at all.
 */
export const isAddressable = (id: string) => toSegment(id) !== undefined;

/**
 * Fills a path template; every value becomes exactly one percent-encoded segment.
 *
 * @throws {TypeError} a value is missing or not addressable
 */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    const segment = toSegment(value);
    if (segment === undefined)
      throw new TypeError(`${JSON.stringify(value.slice(0, 40))} cannot be the ${name} in ${path}`);
    return segment;
  });
}

function toSegment(id: string): string | undefined {
  if (id === '' || id === '.' || id === '..' || id.length > SEGMENT_MAX) return undefined;
  if (/\p{Surrogate}/u.test(id)) return undefined; // without its other half
  const segment = encodeURIComponent(id);
  return segment.length > SEGMENT_MAX ? undefined : segment;
}
