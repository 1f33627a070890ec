// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usePressed } from '#web/ui/form/segmented.tsx';

let root: Root;
let host: HTMLElement;

function Choice({ value }: { value: string }) {
  const [chosen, press] = usePressed(value);
  return ['all', 'active', 'inactive'].map((each) => (
    <button key={each} type="button" aria-pressed={each === chosen} onClick={() => press(each)}>
      {each}
    </button>
  ));
}
const give = (value: string) => act(async () => root.render(<Choice value={value} />));
const press = (value: string) =>
  act(async () =>
    [...host.querySelectorAll('button')].find((each) => each.textContent === value)?.click(),
  );
const shown = () => host.querySelector('[aria-pressed=true]')?.textContent;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

it('shows what was pressed before the value has followed', async () => {
  await give('all');
  await press('active');
  expect(shown()).toBe('active');
  await give('all');
  expect(shown()).toBe('active');
});

it('follows the value again once it has come', async () => {
  await give('all');
  await press('active');
  await give('active');
  await give('inactive');
  expect(shown()).toBe('inactive');
});

it('takes a press on what is shown already for nothing', async () => {
  await give('all');
  await press('all');
  await give('active');
  expect(shown()).toBe('active');
});
