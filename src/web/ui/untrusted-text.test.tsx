// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { nameOf } from '#web/ui/safe-line.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';

let host: HTMLElement;
let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  host = document.createElement('div');
  root = createRoot(host);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const show = (text: string) => act(async () => root.render(<UntrustedText text={text} />));

it('shows plain text as it is, apart from what stands around it', async () => {
  await show('שלום <b>');
  expect(host.innerHTML).toBe('<bdi>שלום &lt;b&gt;</bdi>');
});

it.each(['pay\u202egpj.exe', visibleText('pay\u202egpj.exe')])(
  'marks what is odd in %j',
  async (text) => {
    await show(text);
    const marks = [...host.querySelectorAll<HTMLElement>('bdi > [title]')];
    expect(marks.map((mark) => [mark.textContent, mark.title])).toEqual([['⟨U+202E⟩', 'U+202E']]);
    expect(host.textContent).toBe('pay⟨U+202E⟩gpj.exe');
  },
);

it.each([
  ['all of a kind', '\u200b'.repeat(100_000), 2],
  ['between letters', 'a\u200b'.repeat(50_000), 350],
])('has an end, with characters that cannot be seen %s', async (_, name, most) => {
  await show(name);
  expect(host.querySelectorAll('*').length).toBeLessThanOrEqual(most);
  expect(host.textContent.length).toBeLessThanOrEqual(3_000);
  await show(nameOf({ name, id: 'bot_1' }));
  expect(host.querySelectorAll('*').length).toBeLessThan(50);
  expect(host.textContent.length).toBeLessThanOrEqual(300);
});
