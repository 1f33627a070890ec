/** `1,000`, of a whole number. By hand: the first of `Intl` costs more than all rows of a page. */
export const formatNumber = (value: number) => String(value).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** `count(1, 'bot user')` → `1 bot user`; `count(2, 'policy', 'policies')` → `2 policies`. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`;
}

/** `3 new, 1 gone`, without what there is none of. */
export const countEach = (sizes: Record<string, number>) =>
  Object.entries(sizes)
    .filter(([, size]) => size > 0)
    .map(([what, size]) => `${formatNumber(size)} ${what}`)
    .join(', ');

/** The first 8 and the last 6 characters: both ends tell ids of one service apart. */
export const shortId = (id: string) => (id.length <= 16 ? id : `${start(id, 8)}…${end(id, 6)}`);

/** The last 6 characters, to tell equal names apart. */
export const idTail = (id: string) => end(id, 6);

/** Cuts a long name for a sentence; dialogs and receipts must not grow with it. */
export const shorten = (text: string, max = 80) =>
  text.length <= max ? text : `${start(text, max - 1)}…`;

/** Half of a character at the cut would look as if it stood in the text. */
const start = (text: string, length: number) =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
const end = (text: string, length: number) => text.slice(-length).replace(/^[\udc00-\udfff]/, '');
