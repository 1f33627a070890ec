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
export interface Endpoint<
  Path extends string = string,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Result extends Schema = Schema,
  Answer extends Schema = Result,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Template relative to the base address, for example `/bot_users/{id}`. */
  path: Path;
  query: Query;
  body: Body;
  /** The one status with which the service says success; the client takes any 2xx that it can read. */
  status: 200 | 201 | 204;
  /** How a caller reads the answer of any service of this kind. */
  result: Result;
  /** What this service sends, where it is stricter than what a caller takes; otherwise `result`. */
  answer?: Answer;
}

export function endpoint<
  const Path extends string,
  Query extends Schema,
  Body extends Schema,
  Result extends Schema,
  Answer extends Schema = Result,
>(
  definition: Endpoint<Path, Query, Body, Result, Answer>,
): Endpoint<Path, Query, Body, Result, Answer> {
  return definition;
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
  (z.input<E['body']> extends void ? { body?: never } : { body: z.input<E['body']> });

/** What a handler receives: parsed, with defaults applied. */
export interface HandlerInput<E extends Endpoint> {
  params: PathParams<E['path']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
}

/** What a caller gets back. */
export type ResultOf<E extends Endpoint> = z.output<E['result']>;

/** What a handler gives back. */
export type AnswerOf<E extends Endpoint> = z.input<Exclude<E['answer'], undefined>>;

/**
 * Whether an id can stand in a path. URL parsers fold dot segments away, also when they are encoded, so such an id
 * would address another resource.
 */
export const isAddressable = (id: string) => id !== '' && id !== '.' && id !== '..';

/**
 * Fills a path template; every value becomes exactly one percent-encoded segment.
 *
 * @throws {TypeError} a value is missing or not addressable
 */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    if (!isAddressable(value)) throw new TypeError(`"${value}" cannot be the ${name} in ${path}`);
    return encodeURIComponent(value);
  });
}
