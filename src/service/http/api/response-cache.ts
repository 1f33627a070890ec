/** A response to a GET. */
export interface CachedResponse {
  /** JSON in UTF-8. */
  bytes: Buffer;
  /** `ETag`, where the endpoint has one. */
  tag?: string;
}

/** Bytes of all that is cached: the pages of about 180,000 bot users. */
const LENGTH_MAX = 32 * 1024 * 1024;

/** Bytes of an entry besides its address and text: of a small response they are the most. */
const ENTRY_LENGTH = 500;

/**
 * Responses to reads, for as long as nothing has been written: looking up the same again takes two to four times as
 * long as everything else that a request needs (decision 14).
 *
 * @param revision of the data; `undefined` where it cannot be known: then nothing is cached
 */
export function createResponseCache(revision: () => number | undefined) {
  const responses = new Map<string, CachedResponse>();
  let cachedAt: number | undefined;
  let length = 0;

  function clear(): void {
    responses.clear();
    length = 0;
  }

  return {
    /** @param address with its query, as it came */
    get(address: string): CachedResponse | undefined {
      const now = revision();
      if (cachedAt !== now) {
        cachedAt = now;
        clear();
      }
      return responses.get(address);
    },

    /** @param readAt revision before the data was read */
    set(address: string, response: CachedResponse, readAt: number | undefined): void {
      if (readAt === undefined || readAt !== cachedAt || readAt !== revision()) return;
      if (responses.has(address)) return; // of the same revision, so it is the same
      if (length > LENGTH_MAX) clear();
      responses.set(address, response);
      length += address.length + response.bytes.length + ENTRY_LENGTH;
    },
  };
}
