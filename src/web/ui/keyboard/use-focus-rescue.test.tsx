// @vitest-environment happy-dom
import { act, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useFocusRescue } from '#web/ui/keyboard/focus.ts';
import { waitFor } from '#web/lib/wait.test.helper.ts';

function Page() {
  const main = useRef<HTMLElement>(null);
  useFocusRescue(main);
  const [used, setUsed] = useState(false);
  return (
    <main ref={main}>
      <section aria-label="List">
        {used ? <p>done</p> : <button onClick={() => setUsed(true)}>Try again</button>}
      </section>
      <button id="other">Other</button>
    </main>
  );
}

let host: HTMLElement;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  host = document.body.appendChild(document.createElement('div'));
  await act(async () => createRoot(host).render(<Page />));
});
afterEach(() => {
  host.remove();
  vi.unstubAllGlobals();
});

const button = () => host.querySelector<HTMLButtonElement>('section button');

it('moves the focus to what is around a control that its own press has used up', async () => {
  button()?.focus();
  await act(async () => button()?.click());
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('List'));
});

it('leaves the focus alone where the page has moved it itself', async () => {
  button()?.focus();
  await act(async () => {
    button()?.click();
    host.querySelector<HTMLElement>('#other')?.focus();
  });
  await Promise.resolve();
  expect(document.activeElement?.id).toBe('other');
});
