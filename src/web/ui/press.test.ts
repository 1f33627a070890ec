import { expect, it } from 'vitest';
import { pressOf } from '#web/ui/press.ts';

it.each<[string, key: string, shiftKey: boolean, code: string, press: string]>([
  ['a letter in either case', 'x', false, '', 'X'],
  ['a letter under the caps lock', 'X', false, '', 'X'],
  ['a letter with Shift', 'X', true, '', 'SHIFT+X'],
  ['a letter with Shift under the caps lock', 'x', true, '', 'SHIFT+X'],
  ['a sign, whatever it needs on this layout', '/', true, 'Digit7', '/'],
  ['what the key writes, not its place', 'a', false, 'KeyQ', 'A'],
  ['a letter on the place of a digit', 'é', false, 'Digit2', 'É'],
  ['the place where the layout has no Latin letters', 'л', false, 'KeyK', 'K'],
  ['such a place with Shift', 'Ч', true, 'KeyX', 'SHIFT+X'],
  ['another letter on the place of a sign', 'ж', false, 'Semicolon', 'Ж'],
  ['a key that writes two letters, of Arabic', 'لا', false, 'KeyB', 'B'],
  ['a key that writes a sign of a vowel, of Hindi', '\u0941', false, 'KeyG', 'G'],
  ['a key that writes a mark with Shift, of Thai', '\u0e4b', true, 'KeyJ', 'SHIFT+J'],
  ['a named key', 'Escape', false, '', 'ESCAPE'],
  ['a named key with Shift', 'Delete', true, '', 'SHIFT+DELETE'],
])('reads %s', (_, key, shiftKey, code, press) => {
  expect(pressOf({ key, code, shiftKey })).toBe(press);
});
