import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setPreference } from '#web/lib/preferences.ts';
import { shortcuts, type Shortcut, type ShortcutScope } from '#web/ui/use-shortcuts.ts';

let now = 0;
let ended: Array<() => void> = [];
beforeEach(() => {
  // A key of the test before is no first one of two any more.
  now += 10_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  for (const end of ended) end();
  ended = [];
  document.body.replaceChildren();
});

/** Says which of these keys have acted. */
function register(keys: Array<string | Partial<Shortcut>>, scope: ShortcutScope = 'page') {
  const acted: string[] = [];
  const list = keys
    .map((given) => (typeof given === 'string' ? { key: given } : given))
    .map(({ key = '', ...more }) => ({ key, does: key, run: () => acted.push(key), ...more }));
  ended.push(shortcuts.add(list, scope));
  return acted;
}

/** @returns whether nobody has used it, so that the browser goes on with it */
function press(key: string, more: KeyboardEventInit = {}, on: Element = document.body) {
  const init = { key, bubbles: true, cancelable: true, ...more };
  return on.dispatchEvent(new KeyboardEvent('keydown', init));
}

function place(tag: string, attributes: Record<string, string> = {}) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return document.body.appendChild(element);
}

it('acts, and keeps the key from being typed where the focus has gone', () => {
  const acted = register(['X', 'Shift+X', '/']);
  expect(press('x')).toBe(false);
  press('X', { shiftKey: true });
  press('/', { shiftKey: true });
  expect(press('y')).toBe(true);
  expect(acted).toEqual(['X', 'Shift+X', '/']);
});

it('takes what is typed for a page on its way for no shortcut of the one before', async () => {
  let arrive = () => {};
  const run = () => new Promise<void>((resolve) => (arrive = resolve));
  const acted = register(['A', { key: 'C', run }]);
  press('c');
  press('a');
  expect(acted).toEqual([]);
  arrive();
  await vi.waitFor(() => {
    press('a');
    expect(acted).toEqual(['A']);
  });
});

it('leaves a press to the dialog that is closed by it', () => {
  const acted = register(['Escape']);
  const dialog = place('div', { role: 'dialog' });
  window.addEventListener('keydown', () => dialog.remove(), { capture: true, once: true });
  press('Escape');
  expect(acted).toEqual([]);
  press('Escape');
  expect(acted).toEqual(['Escape']);
});

it.each([
  ['a text field', 'input', {}],
  ['a text area', 'textarea', {}],
  ['a list of options', 'select', {}],
  ['editable text', 'div', { contenteditable: 'true' }],
  ['the shadow tree of a browser extension', 'div', {}],
] as const)('leaves what is typed in %s alone', (_, tag, attributes) => {
  const acted = register(['X', 'Escape']);
  const field = place(tag, attributes);
  press('x', {}, field);
  press('Escape', {}, field);
  expect(acted).toEqual([]);
});

it('takes no harm from what a password manager sends to a field', () => {
  const acted = register(['X']);
  const failed = vi.fn<(event: Event) => void>();
  window.addEventListener('error', failed, { once: true });
  place('input').dispatchEvent(new Event('keydown', { bubbles: true }));
  expect(failed).not.toHaveBeenCalled();
  press('x');
  expect(acted).toEqual(['X']);
});

it.each([
  ['a checkbox', 'input', { type: 'checkbox' }],
  ['a button', 'button', {}],
] as const)(
  'acts with the focus on %s, and leaves it the keys that press it',
  (_, tag, attributes) => {
    const acted = register(['X', 'Enter', ' ']);
    const control = place(tag, attributes);
    press('x', {}, control);
    expect(press('Enter', {}, control)).toBe(true);
    expect(press(' ', {}, control)).toBe(true);
    expect(acted).toEqual(['X']);
  },
);

it.each(['ctrlKey', 'altKey', 'metaKey', 'isComposing'])('leaves a press with %s alone', (held) => {
  const acted = register(['X']);
  expect(press('x', { [held]: true })).toBe(true);
  expect(acted).toEqual([]);
});

it.each([
  ['dialog', { open: '' }],
  ['div', { role: 'dialog' }],
  ['div', { role: 'alertdialog' }],
  ['div', { role: 'menu' }],
  ['div', { role: 'listbox' }],
] as const)('does nothing while a %s %j is open over the page', (tag, attributes) => {
  const acted = register(['X', 'Escape']);
  const part = place(tag, attributes);
  press('x');
  press('Escape');
  expect(acted).toEqual([]);
  part.remove();
  press('x');
  expect(acted).toEqual(['X']);
});

it('acts beside what is closed or inert', () => {
  const acted = register(['X']);
  place('dialog');
  place('div', { role: 'menu', style: 'display: none' });
  place('div', { inert: '' }).append(place('div', { role: 'listbox' }));
  press('x');
  expect(acted).toEqual(['X']);
});

it('leaves a press alone that the focused part has used', () => {
  const acted = register(['Escape']);
  const panel = place('section');
  panel.addEventListener('keydown', (event) => event.preventDefault());
  press('Escape', {}, panel);
  expect(acted).toEqual([]);
  press('Escape');
  expect(acted).toEqual(['Escape']);
});

it('acts once for a key that is held down, unless it is one to hold', () => {
  const acted = register(['A', { key: 'J', repeats: true }]);
  for (const key of ['a', 'j']) {
    press(key);
    press(key, { repeat: true });
  }
  expect(acted).toEqual(['A', 'J', 'J']);
});

it('acts at two keys within a second of each other, however often the first one comes', () => {
  const acted = register(['G B', 'G R', 'A']);
  press('g');
  now += 1000;
  press('r');
  press('r');
  press('g');
  now += 1001;
  press('b');
  expect(acted).toEqual(['G R']);
  press('g');
  press('g', { repeat: true });
  now += 900;
  press('g');
  now += 900;
  press('b');
  expect(acted).toEqual(['G R', 'G B']);
  press('g');
  press('a');
  expect(acted).toEqual(['G R', 'G B']);
  press('a');
  expect(acted).toEqual(['G R', 'G B', 'A']);
});

it('is switched off for characters, not for keys that write nothing', () => {
  const acted = register(['X', '?', 'G B', 'Escape']);
  setPreference({ singleKeys: false });
  for (const key of ['x', '?', 'g', 'b', 'Escape']) press(key);
  expect(acted).toEqual(['Escape']);
  setPreference({ singleKeys: true });
  press('x');
  expect(acted).toEqual(['Escape', 'X']);
});

it('prefers the page to the whole app, whichever came first', () => {
  const onPage = register(['X']);
  const everywhere = register(['X', 'Y'], 'everywhere');
  press('x');
  press('y');
  expect(onPage).toEqual(['X']);
  expect(everywhere).toEqual(['Y']);
});

it('lists what acts now, and knows twice the same list apart', () => {
  const list = [{ key: 'X', does: 'Select', run: () => {} }];
  const removeFirst = shortcuts.add(list, 'page');
  const removeSecond = shortcuts.add(list, 'page');
  removeSecond();
  expect(shortcuts.list('page')).toEqual(list);
  expect(shortcuts.list('everywhere')).toEqual([]);
  removeFirst();
  expect(shortcuts.list('page')).toEqual([]);
});
