import { useWindowEvent } from '@mantine/hooks';
import { act, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/test/render.tsx';
import { useFocusRescue } from '#web/ui/focus.ts';

function Page() {
  const main = useRef<HTMLElement>(null);
  useFocusRescue(main);
  const [left, setLeft] = useState(2);
  useWindowEvent('keydown', () => setLeft(0));
  return (
    <main ref={main} id="main">
      {left > 0 && (
        <section aria-label="The list">
          <div>{left > 1 && <button onClick={() => setLeft(1)}>Use up</button>}</div>
        </section>
      )}
    </main>
  );
}

it('the focus of a control that goes is rescued to what has a name', async () => {
  // happy-dom and jsdom do not lay out.
  HTMLElement.prototype.checkVisibility ??= () => true;
  const { user } = renderPage(<Page />);
  await user.click(screen.getByRole('button', { name: 'Use up' }));
  await act(async () => {});
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'The list' }));
  // That may go as well.
  await user.keyboard('x');
  await act(async () => {});
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
