import { rowElements } from '#web/features/bot-users/rows-in-document.ts';
import { foldCase } from '#web/features/bot-users/text-keys.ts';
import { idTest } from '#web/features/bot-users/use-shown-rows.ts';

type Place = { start: number; end: number };

/**
 * Marks in the rows of the document why a text matches them, as a highlight of the browser (`bot-user-table.module.css`):
 * no row is drawn again for it, and names stay whole for those who read them otherwise. A browser without highlights
 * marks nothing.
 *
 * @param around what holds the table, which comes and goes
 * @returns ends it
 */
export function markMatches(around: Node | null | undefined, text: string): () => void {
  if (!around || text.trim() === '' || !('highlights' in CSS)) return () => {};
  const highlight = new Highlight();
  CSS.highlights.set('filter-match', highlight);
  const mark = () => {
    highlight.clear();
    for (const row of rowElements()) for (const range of rangesIn(row, text)) highlight.add(range);
  };
  mark();
  const observer = new MutationObserver(mark);
  observer.observe(around, { childList: true, characterData: true, subtree: true });
  return () => {
    observer.disconnect();
    CSS.highlights.delete('filter-match');
  };
}

function* rangesIn(row: HTMLTableRowElement, text: string): Generator<Range> {
  const name = row.querySelector('th');
  const texts = name && document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
  while (texts?.nextNode()) {
    const node = texts.currentNode;
    for (const place of placesIn(node.textContent ?? '', text)) yield rangeOf(node, place);
  }
  const id = row.cells[2]?.firstChild;
  const isMatch = idTest(foldCase(text.trim()))(row.dataset['id'] ?? '');
  if (id?.nodeType === Node.TEXT_NODE && isMatch)
    yield rangeOf(id, placeInId(id.textContent ?? '', text));
}

function rangeOf(node: Node, { start, end }: Place): Range {
  const range = new Range();
  range.setStart(node, start);
  range.setEnd(node, end);
  return range;
}

/** Of an id that matches: all of it where the text goes on behind the start that is shown. */
export function placeInId(shown: string, q: string): Place {
  const places = placesIn(shown, q);
  return (
    places.find(({ start }) => start === 0) ??
    places.find(({ end }) => end === shown.length) ?? { start: 0, end: shown.length }
  );
}

/** Wherever a text has another one, as the filter compares them. */
export function placesIn(text: string, q: string): Place[] {
  const wanted = foldCase(q.trim());
  const folded = foldCase(text);
  const places: Place[] = [];
  if (wanted === '') return places;
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length))
    places.push({
      start: unfolded(text, (length) => length > at) - 1,
      end: unfolded(text, (length) => length >= at + wanted.length),
    });
  return places;
}

/** Where the folded text up to there first has such a length: folding may take an accent off its letter. */
function unfolded(text: string, isReached: (length: number) => boolean): number {
  let end = 0;
  while (end < text.length && !isReached(foldCase(text.slice(0, end)).length)) end++;
  return end;
}
