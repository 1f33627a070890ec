import { expect, it } from 'vitest';
import { stylesOf } from '#build/styles-of.ts';

const html =
  '<html><body><main class="page"><form><input id="key"><p class="a b"></p></form><p hidden><i class="tag"></i></p></main></body></html>';
const kept = (css: string) => stylesOf(html, css).replaceAll(/\s+/g, ' ').trim();

it.each([
  '.page { color: red }',
  '.page > form :focus-visible { color: red }',
  '.page:has(:checked) > form .a { color: red }',
  'html[data-start=app] .page { color: red }',
  '.page:not([hidden]) { color: red }',
  'form:not(:has(:checked)) .a { color: red }',
  '.a.b::before { color: red }',
  '@media (max-width: 64rem) { .a { color: red } }',
  '@layer base { #key { color: red } }',
  ':root { --one: red } .a { color: var(--one) }',
])('keeps %s', (css) => {
  expect(kept(css)).toBe(css);
});

it.each([
  '.other { color: red }',
  '.page > .a { color: red }',
  '.a:hover .other { color: red }',
  '@media (max-width: 64rem) { .other { color: red } }',
  '@keyframes turn { to { rotate: 1turn } }',
  ':root { --one: red; --two: var(--one) }',
  // What may come with the app.
  '.page:hover { color: red }',
  '#key::placeholder { color: red }',
  '.page { background: url("/red.svg") }',
  '.tag { color: red }',
  '.page { --red: 1px; scroll-padding: var(--red); cursor: var(--red); user-select: var(--red) }',
  '@media (max-height: 30rem) { .a { color: red } }',
  '@media print { .a { color: red } }',
  '@media (prefers-contrast: more) { .a { color: red } }',
])('drops %s', (css) => {
  expect(kept(css)).not.toMatch(/red|turn/);
});

it('keeps of several selectors those of the document', () => {
  expect(kept('.other, .a, .more:hover { color: red }')).toBe('.a { color: red }');
});
