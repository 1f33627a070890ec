/** An answer to a read, as it goes out. */
export interface ReadAnswer {
  text: string;
  /** Path template of its endpoint. */
  path: string;
  /** `ETag`, where the endpoint has one. */
  tag?: string;
}

/** Characters of all answers that are kept: the pages of about 180,000 bot users. */
const LENGTH_MAX = 32 * 1024 * 1024;

/**
 * Answers to reads, for as long as nothing has been written: reading 100 rows and writing them as JSON takes longer
 * than everything else that a request needs.
 *
 * @param revision of the data; `undefined` when other processes write as well: then nothing is kept
 */
export function createAnswerCache(revision: () => number | undefined) {
  const answers = new Map<string, ReadAnswer>();
  let keptAt: number | undefined;
  let length = 0;

  function clear(): void {
    answers.clear();
    length = 0;
  }

  return {
    /** @param address with its query, as it came */
    get(address: string): ReadAnswer | undefined {
      if (keptAt !== revision()) {
        keptAt = revision();
        clear();
      }
      return answers.get(address);
    },

    /** @param readAt revision before the answer was made */
    set(address: string, answer: ReadAnswer, readAt: number | undefined): void {
      if (readAt === undefined || readAt !== keptAt || readAt !== revision()) return;
      length += answer.text.length - (answers.get(address)?.text.length ?? 0);
      answers.set(address, answer);
      for (const [oldest, { text }] of answers) {
        if (length <= LENGTH_MAX) break;
        length -= text.length;
        answers.delete(oldest);
      }
    },
  };
}
