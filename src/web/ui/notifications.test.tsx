import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '#web/test/render.tsx';
import { LastChange } from '#web/ui/notifications.tsx';
import { notify } from '#web/ui/notify.ts';

beforeEach(() => {
  vi.useFakeTimers();
  renderPage(
    <>
      <button type="button">Elsewhere</button>
      <LastChange />
    </>,
  );
});

const region = () => screen.getByRole('status', { name: 'Last change' });
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
const tell = (text: string, undo?: () => void) => act(async () => notify({ text, undo }));

it('goes after eight seconds, and the next one has eight of its own', async () => {
  expect(region().textContent).toBe('');
  await tell('ada is now active.');
  await pass(7000);
  await tell('bob is now active.');
  await pass(7000);
  expect(region().textContent).toContain('bob is now active.');
  const read = screen.getByText('bob is now active.');
  await tell('bob is now active.');
  // What is new in the document is read out, also where the words are the same.
  expect(screen.getByText('bob is now active.')).not.toBe(read);
  await pass(8000);
  expect(region().textContent).toBe('');
});

function turn(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  fireEvent(document, new Event('visibilitychange'));
}

it.each([
  ['under the pointer', (part: Element) => fireEvent.mouseEnter(part), fireEvent.mouseLeave],
  ['focused', fireEvent.focusIn, fireEvent.focusOut],
  ['in a tab behind others', () => turn('hidden'), () => turn('visible')],
] as const)('stays while it is %s', async (_, begin, end) => {
  await tell('ada is now active.');
  const box = region().firstElementChild ?? region();
  begin(box);
  await pass(60_000);
  expect(region().textContent).toContain('ada is now active.');
  end(box);
  await pass(8000);
  expect(region().textContent).toBe('');
});

it('goes once it is dismissed', async () => {
  await tell('ada is now active.');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(region().textContent).toBe('');
});

it('is reached by F6, which leads back as well, and so does its Undo', async () => {
  const undo = vi.fn<() => void>();
  const before = screen.getByRole('button', { name: 'Elsewhere' });
  before.focus();
  fireEvent.keyDown(document.body, { key: 'F6' });
  expect(document.activeElement).toBe(before);
  await tell('ada is now active.', undo);
  fireEvent.keyDown(document.body, { key: 'F6' });
  const button = screen.getByRole('button', { name: 'Undo' });
  expect(document.activeElement).toBe(button);
  await tell('bob is now active.', undo);
  expect(document.activeElement).toBe(button);
  await tell('bob is now inactive.');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss' }));
  await tell('ada is now active.', undo);
  fireEvent.keyDown(document.body, { key: 'F6' });
  expect(document.activeElement).toBe(before);
  fireEvent.keyDown(document.body, { key: 'F6' });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(region().textContent).toBe('');
  expect(document.activeElement).toBe(before);
});

it.each<[string, (button: HTMLElement) => void]>([
  ['Undo', (button) => fireEvent.click(button)],
  ['Report', (button) => fireEvent.click(button)],
  // After a dialog the next one comes later.
  ['Dismiss', () => notify(undefined)],
])('gives the focus back to where it was before %s in it had it', async (name, go) => {
  const more = { label: 'Report', run() {} };
  await act(async () => notify({ text: '2 set active.', undo() {}, more }));
  screen.getByRole('button', { name: 'Elsewhere' }).focus();
  screen.getByRole('button', { name }).focus();
  act(() => go(screen.getByRole('button', { name })));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }));
});
