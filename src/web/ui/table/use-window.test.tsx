// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useWindow } from '#web/ui/table/use-window.ts';
import { gapStyle } from '#web/ui/table/window-parts.ts';

/** Where the list begins, and how much of the page is seen. */
const TOP = 300;
const SCREEN = 700;
/** What the list is told; the rows have other heights. */
const GUESS = 40;

let scrolled = 0;
let heightOf = (index: number) => 30 + (index % 4) * 25;
let root: Root;

type Row = { part: string; height: number };

/** What the document holds: rows by their place, and gaps. */
const layout = (): Row[] =>
  [...document.querySelectorAll('li')].map((each) => ({
    part: each.dataset.index ?? 'gap',
    height: each.getBoundingClientRect().height,
  }));
const places = () => layout().flatMap(({ part }) => (part === 'gap' ? [] : [Number(part)]));

/** As a browser would lay it out. */
function rectOf(this: Element) {
  if (this.tagName === 'OL') return { top: TOP - scrolled, height: 0 };
  const index = this.getAttribute('data-index');
  const height = this instanceof HTMLElement ? Number.parseFloat(this.style.height) : 0;
  return { top: 0, height: index === null ? height : heightOf(Number(index)) };
}

const keysOf = (count: number) => Array.from({ length: count }, (_, index) => `key ${index}`);

function List({ keys, pinned }: { keys: readonly string[]; pinned?: readonly string[] }) {
  const { box, parts, isWindowed } = useWindow<HTMLOListElement>(keys, GUESS, pinned);
  return (
    <ol ref={box} data-windowed={isWindowed}>
      {parts.map((part) =>
        'gap' in part ? (
          <li key={`before ${part.before}`} aria-hidden style={gapStyle(part.gap)} />
        ) : (
          <li key={keys[part.index]} data-index={part.index}>
            <button type="button">{keys[part.index]}</button>
          </li>
        ),
      )}
    </ol>
  );
}

const draw = (keys: readonly string[], pinned?: readonly string[]) =>
  act(async () => root.render(<List keys={keys} {...(pinned && { pinned })} />));

async function scrollTo(top: number) {
  scrolled = top;
  await act(async () => window.dispatchEvent(new Event('scroll')));
}

/** What is seen of what is drawn, and where on the screen it begins. */
function seenAt(): Array<[part: string, top: number]> {
  let end = TOP - scrolled;
  return layout().flatMap(({ part, height }) => {
    const top = end;
    end += height;
    return top < SCREEN && end > 0 ? [[part, top]] : [];
  });
}
const seen = () => seenAt().map(([part]) => part);

const button = (index: number) =>
  document.querySelector<HTMLElement>(`[data-index="${index}"] button`);

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('innerHeight', SCREEN);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(rectOf as () => DOMRect);
  scrolled = 0;
  heightOf = (index) => 30 + (index % 4) * 25;
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('leaves no row out of 100, and most of 101', async () => {
  await draw(keysOf(100));
  expect(places()).toHaveLength(100);
  await draw(keysOf(101));
  expect(places()).toEqual([...Array(30).keys()]);
});

it('has every row that is seen, however it is scrolled', async () => {
  await draw(keysOf(1000));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -TOP, max: 69_000 }), async (top) => {
      await scrollTo(top);
      expect(seen()).not.toContain('gap');
      expect(places().length).toBeLessThan(60);
    }),
  );
});

it('knows how high it is once every row was seen', async () => {
  await draw(keysOf(200));
  for (let top = 0; top < 15_000; top += SCREEN) await scrollTo(top);
  const sum = (heights: number[]) => heights.reduce((all, each) => all + each, 0);
  expect(sum(layout().map(({ height }) => height))).toBe(
    sum([...Array(200).keys()].map((index) => heightOf(index))),
  );
});

it('keeps what is seen in its place, where the browser does not', async () => {
  vi.stubGlobal('CSS', { supports: () => false });
  vi.spyOn(window, 'scrollBy').mockImplementation((...by: unknown[]) => {
    scrolled += Number(by[1]);
  });
  await draw(keysOf(1000));
  await scrollTo(30_000);
  for (let step = 0; step < 50; step += 1) {
    const [[first, top] = ['none', 0]] = seenAt();
    await scrollTo(scrolled - 100);
    expect(new Map(seenAt()).get(first)).toBe(top + 100);
  }
});

it('measures again when the window has another width', async () => {
  heightOf = () => 100;
  await draw(keysOf(1000));
  expect(layout().at(-1)).toEqual({ part: 'gap', height: 970 * 100 });
  heightOf = () => 20;
  vi.stubGlobal('innerWidth', 360);
  await act(async () => window.dispatchEvent(new Event('resize')));
  await draw(keysOf(1000));
  expect(seen()).not.toContain('gap');
  const [rows, rest] = [places().length, layout().at(-1)];
  expect(rest).toEqual({ part: 'gap', height: (1000 - rows) * 20 });
});

it('keeps the row with the focus and those beside it, where Tab leads', async () => {
  await draw(keysOf(1000));
  await act(async () => button(7)?.focus());
  await scrollTo(30_000);
  expect(document.activeElement).toBe(button(7));
  expect(places().slice(0, 3)).toEqual([6, 7, 8]);
  expect(places()[3]).toBeGreaterThan(300);
  await act(async () => button(8)?.focus());
  expect(places().slice(0, 3)).toEqual([7, 8, 9]);
});

it('follows a row with the focus to its new place', async () => {
  const keys = keysOf(1000);
  await draw(keys);
  await act(async () => button(7)?.focus());
  const before = document.activeElement;
  await draw(keys.toReversed());
  expect(document.activeElement).toBe(before);
  expect(button(992)).toBe(before);
});

it('keeps pinned rows, and takes no notice of keys that are gone', async () => {
  await draw(keysOf(1000), ['key 500', 'gone']);
  expect(places().slice(-2)).toEqual([29, 500]);
});

it('gives paper all rows, and then the screen its own', async () => {
  await draw(keysOf(300));
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  window.dispatchEvent(new Event('beforeprint'));
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  expect(places()).toHaveLength(300);
  await act(async () => window.dispatchEvent(new Event('afterprint')));
  expect(places()).toHaveLength(30);
});

it('guesses where nothing is laid out', async () => {
  heightOf = () => 0;
  await draw(keysOf(1000));
  expect(layout().at(-1)).toEqual({ part: 'gap', height: 970 * GUESS });
});
