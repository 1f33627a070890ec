// The tests below `src` see no JavaScript; `postgres.mjs` is checked against these types.

/** A server of the tests' own. It ends with the process that started it, in whatever way that one ends. */
export interface Postgres {
  /** The superuser's, for `createDatabase`. What is under test gets the URL of a database. */
  readonly url: string;
  /** An empty database, and its URL for a role that owns it and nothing else. */
  createDatabase(): Promise<string>;
  /** Takes the server away in the middle of whatever it does; what it has committed stays. */
  pause(): Promise<void>;
  /** The same server with the same data at the same address, after its recovery. */
  resume(): Promise<void>;
  /** Also ends a paused one. Nothing is left behind. */
  stop(): Promise<void>;
}

/** @returns `undefined` when there are no server programs; `findPostgres` tells why */
export function startPostgres(): Promise<Postgres | undefined>;

/** @param serverUrl `url` of a server */
export function createDatabase(serverUrl: string): Promise<string>;

/** Throws out who is still connected. */
export function removeDatabase(serverUrl: string, databaseUrl: string): Promise<void>;
