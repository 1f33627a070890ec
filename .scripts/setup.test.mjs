import { expect, it } from 'vitest';
import { isSupported } from './setup.mjs';

it.each([
  ['18.20.8', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['20.20.2', true],
  ['21.7.3', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['23.11.1', false],
  ['24.0.0', true],
  ['25.1.0', true],
])('says of Node %s what `engines` of package.json says: %s', (version, expected) => {
  expect(isSupported(version)).toBe(expected);
});
