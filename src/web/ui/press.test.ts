import { expect, it } from 'vitest';
import { pressOf } from '#web/ui/press.ts';

const press = (key: string, shiftKey = false, code = '') => pressOf({ key, code, shiftKey });

it('reads a letter in either case, with or without the caps lock', () => {
  expect(press('x')).toBe('X');
  expect(press('X')).toBe('X');
  expect(press('X', true)).toBe('SHIFT+X');
  expect(press('x', true)).toBe('SHIFT+X');
});

it('takes a sign as it is, whatever it needs on this layout', () => {
  expect(press('/', false, 'Slash')).toBe('/');
  expect(press('/', true, 'Digit7')).toBe('/');
  expect(press('?', true, 'Minus')).toBe('?');
  expect(press('.', true, 'Comma')).toBe('.');
});

it('goes by what the key writes and not by its place', () => {
  expect(press('a', false, 'KeyQ')).toBe('A');
  expect(press('é', false, 'Digit2')).toBe('É');
});

it('takes the place where the layout has no Latin letters', () => {
  expect(press('л', false, 'KeyK')).toBe('K');
  expect(press('Ч', true, 'KeyX')).toBe('SHIFT+X');
  expect(press('ж', false, 'Semicolon')).toBe('Ж');
});

it('tells a named key with Shift from one without', () => {
  expect(press('Escape')).toBe('ESCAPE');
  expect(press('Delete', true)).toBe('SHIFT+DELETE');
});
