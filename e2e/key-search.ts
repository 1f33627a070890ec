import type { Frame } from 'playwright/test';

/** A part this long of a key can be nothing else, and shorter ones may be shown: settings name its last four. */
const TELLING_PART = 12;

/** Whether a text tells a key, or so much of one that the rest can be guessed; in whatever case or coding. */
export function containsKey(text: string, key: string): boolean {
  const haystack = text.toLowerCase();
  const forms = [key, encodeURIComponent(key), btoa(key)].map((form) => form.toLowerCase());
  return forms.some((form) => partsOf(form).some((part) => haystack.includes(part)));
}

function partsOf(form: string): string[] {
  const count = Math.max(1, form.length - TELLING_PART + 1);
  return Array.from({ length: count }, (_, start) => form.slice(start, start + TELLING_PART));
}

/**
 * All that a frame shows and keeps, by where it lies; of the field for the key only that it is there, for what is
 * being typed has to be somewhere.
 */
export const contentOf = (frame: Frame): Promise<Record<string, string>> =>
  frame.evaluate(async () => {
    const keyField = 'input[autocomplete="current-password"]';
    const markup = document.documentElement.cloneNode(true) as HTMLElement; // a copy of the same kind
    for (const field of markup.querySelectorAll(keyField)) field.removeAttribute('value');
    const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      `input:not(${keyField}), textarea`,
    );
    return {
      'the markup': markup.outerHTML,
      'a field': Array.from(fields, (field) => field.value).join('\n'),
      'the title': document.title,
      'the address': location.href,
      'the name of the window': window.name,
      'a history entry': JSON.stringify([history.state, document.referrer]),
      localStorage: JSON.stringify(localStorage),
      sessionStorage: JSON.stringify(sessionStorage),
      'the journal': JSON.stringify(await entriesOf('gatehouse')),
    };

    /** All entries of all its stores. */
    async function entriesOf(database: string) {
      const isThere = (await indexedDB.databases()).some(({ name }) => name === database);
      if (!isThere) return [];
      const db = await resultOf(indexedDB.open(database));
      const stores = [...db.objectStoreNames];
      const entries = await Promise.all(
        stores.map((name) => resultOf(db.transaction(name).objectStore(name).getAll())),
      );
      db.close();
      return entries;
    }

    function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
      return new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    }
  });

/** What the page has no use for, so that it is an error by itself. */
export const unusedStores = (frame: Frame): Promise<string[]> =>
  frame.evaluate(async () => [
    ...(await indexedDB.databases())
      .filter(({ name }) => name !== 'gatehouse')
      .map(({ name }) => `IndexedDB: ${name}`),
    ...(await caches.keys()).map((name) => `Cache Storage: ${name}`),
  ]);
