// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { session } from '#web/session/session.ts';
import { keepTyped, takeTyped } from '#web/features/sign-in/typed-key.ts';

afterEach(() => {
  session.end('none');
  takeTyped();
});

/** The form in the document with what somebody has done with it. */
function type(text: string, { stay = false, isSent = false } = {}) {
  document.body.innerHTML =
    '<div data-form><form><input id="api-key"><input id="stay" type="checkbox"><button type="submit"></button></form></div>';
  const [field, box] = document.querySelectorAll('input');
  if (!field || !box) throw new Error('There is no form');
  field.value = text;
  box.checked = stay;
  if (isSent) document.querySelector('button')?.setAttribute('aria-disabled', 'true');
  return field;
}

it('gives what was typed and ticked once, and leaves it in no field', () => {
  const field = type('half a k', { stay: true });
  keepTyped();
  expect(field.value).toBe('half a k');
  document.body.replaceChildren();
  expect(takeTyped()).toEqual({ text: 'half a k', stay: true, isSent: false });
  expect(field.value).toBe('');
  expect(takeTyped()).toBeUndefined();
});

it('has also what is typed until it is taken, and knows whether it was sent', () => {
  const field = type('half', { isSent: true });
  keepTyped();
  field.value = 'half a key';
  expect(takeTyped()).toEqual({ text: 'half a key', stay: false, isSent: true });
});

it('keeps it while the page says that it could not start', () => {
  type('half a key');
  keepTyped();
  document.body.replaceChildren();
  keepTyped();
  expect(takeTyped()?.text).toBe('half a key');
});

it('forgets it when another tab has signed in, before or after', () => {
  const before = type('half');
  session.signIn('k', false);
  keepTyped();
  expect(before.value).toBe('');
  session.end('none');

  const after = type('half');
  keepTyped();
  session.signIn('k', false);
  expect(after.value).toBe('');
  session.end('none');
  expect(takeTyped()).toBeUndefined();
});
