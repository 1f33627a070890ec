// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ForeignText } from '#web/ui/foreign-text.tsx';
import { visibleText } from '#web/visible-text.ts';

let host: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  host = document.createElement('div');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const show = (text: string) =>
  act(async () => createRoot(host).render(<ForeignText text={text} />));

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
