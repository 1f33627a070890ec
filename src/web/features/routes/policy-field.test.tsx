import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { PolicyField } from '#web/features/routes/policy-field.tsx';
import { emptyInput } from '#web/features/routes/policy-lines.ts';
import { renderPage } from '#web/test/render.tsx';

function Page() {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [input, setInput] = useState({ ...emptyInput, unknown: ['ipp_new'] as readonly string[] });
  return <PolicyField id="field" {...{ chosen, input }} onChosen={setChosen} onInput={setInput} />;
}

it('says whenever it gets the focus that its question is open, until that is answered', async () => {
  HTMLElement.prototype.checkVisibility ??= () => true;
  const { container, user } = renderPage(<Page />, { announces: true });
  const region = container.querySelector('[aria-live]');
  const field = screen.getByRole('combobox');
  // What a screen reader is told of as new is the alert itself: Orca is silent about one inside of a plain part.
  expect(screen.getByRole('alert').id).toBe(field.getAttribute('aria-details'));
  await user.click(field);
  await waitFor(() => expect(region?.textContent).toBe('Answer the question below first.'));
  region?.replaceChildren();
  await user.click(screen.getByRole('button', { name: 'Add anyway' }));
  expect(document.activeElement).toBe(field);
  await new Promise((resolve) => void setTimeout(resolve));
  expect(region?.textContent).toBe('');
  screen.getByText('Added 1.');
});
