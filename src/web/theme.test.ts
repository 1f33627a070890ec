import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { INSTANCE_COLOURS } from '#contract/runtime-config.ts';

const tokens = readFileSync(new URL('styles/tokens.css', import.meta.url), 'utf8');

/** A token with a single colour has it in both schemes. */
function hexOf(scheme: 'light' | 'dark', token: string): string {
  const hex = '(#[0-9a-f]{6})';
  const value = new RegExp(`--app-${token}: (?:light-dark\\(${hex}, ${hex}\\)|${hex});`);
  const [, light, dark, both] = value.exec(tokens) ?? [];
  const found = both ?? (scheme === 'dark' ? dark : light);
  if (found === undefined) throw new Error(`no colour ${token}`);
  return found;
}

/** Relative luminance of `#rrggbb`, WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [most = 0, least = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (most + 0.05) / (least + 0.05);
}

const surfaces = ['canvas', 'surface', 'sunken', 'hover', 'thead', 'selected'];
const on = (inks: string[], grounds: string[]) =>
  inks.flatMap((ink) => grounds.map((ground): [string, string] => [ink, ground]));

/** Named in the contract, which styles cannot import. */
const instances = INSTANCE_COLOURS.map((colour) => `instance-${colour}`);

/** Words that carry meaning: 7 (AAA) but for the quieter inks on tinted ground, where the design's own table goes lower. */
const strong = [
  ...on(['text', 'muted'], surfaces),
  ...on(['danger-text'], ['danger-soft', 'surface', 'canvas']),
  ...on(['warn-text'], ['warn-soft']),
  ...on(['ok-text'], ['ok-soft']),
  ...on(['accent-text'], ['accent-soft', 'surface', 'canvas']),
  ...on(['on-fill'], ['action', 'action-hover']),
  ...on(['on-fill'], ['danger', 'danger-hover']),
  ...on(['bar-text', 'bar-muted'], ['bar']),
];
const text = on(['faint'], surfaces);
/** Edges and marks that say where a control is or how it stands. */
const marks = [
  ...on(['control'], ['surface', 'canvas', 'hover']),
  ...on(['accent', 'danger'], ['surface', 'canvas']),
  ...on(['on-fill'], ['accent']),
  ...on(['live', ...instances], ['bar', 'bar-active']),
];

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  const ratio = (ink: string, ground: string) =>
    contrast(hexOf(scheme, ink), hexOf(scheme, ground));

  it.each([
    ['strong words', strong, 6.4],
    ['faint words', text, 4.5],
    ['marks', marks, 3],
  ] as const)('lets everybody make out %s', (_, pairs, least) => {
    const unclear = pairs.filter(([ink, ground]) => ratio(ink, ground) < least);
    expect(unclear).toEqual([]);
  });
});

it('draws marks in forced colours in the two that always differ', () => {
  const forced = /forced-colors: active\) \{([^}]+)\}/.exec(tokens)?.[1];
  for (const ink of ['control', 'accent']) expect(forced).toContain(`--app-${ink}: CanvasText;`);
  for (const ground of ['surface', 'mark']) expect(forced).toContain(`--app-${ground}: Canvas;`);
});
