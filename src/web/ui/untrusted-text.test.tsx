import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { visibleText } from '#web/lib/untrusted-text.ts';
import { nameOf } from '#web/ui/safe-line.ts';
import '#web/test/render.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

const show = (text: string) => render(<UntrustedText text={text} />).container;

it('shows plain text as it is, apart from what stands around it', () => {
  expect(show('שלום <b>').innerHTML).toBe('<bdi>שלום &lt;b&gt;</bdi>');
});

it.each(['pay\u202egpj.exe', visibleText('pay\u202egpj.exe')])(
  'marks what is odd in %j',
  (text) => {
    const shown = show(text);
    const marks = [...shown.querySelectorAll<HTMLElement>('bdi > [title]')];
    expect(marks.map((mark) => [mark.textContent, mark.title])).toEqual([['⟨U+202E⟩', 'U+202E']]);
    expect(shown.textContent).toBe('pay⟨U+202E⟩gpj.exe');
  },
);

it.each([
  ['all of a kind', '\u200b'.repeat(100_000), 2],
  ['between letters', 'a\u200b'.repeat(50_000), 350],
])('has an end, with characters that cannot be seen %s', (_, name, most) => {
  const long = show(name);
  expect(long.querySelectorAll('*').length).toBeLessThanOrEqual(most);
  expect(long.textContent.length).toBeLessThanOrEqual(3_000);
  const line = show(nameOf({ name, id: 'bot_1' }));
  expect(line.querySelectorAll('*').length).toBeLessThan(50);
  expect(line.textContent.length).toBeLessThanOrEqual(300);
});
