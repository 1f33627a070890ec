import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/test/render.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

it('says why it does nothing, also to Enter in a field', async () => {
  const { user } = renderPage(
    <form>
      <input aria-label="Name" />
      <SubmitButton refusal="This key can only read.">Create</SubmitButton>
    </form>,
    { announces: true },
  );
  await user.type(screen.getByRole('textbox', { name: 'Name' }), '{Enter}');
  // Beside the button, and announced.
  await screen.findByText('This key can only read.', { selector: '[aria-live] > *' });
  expect(screen.getAllByText('This key can only read.')).toHaveLength(2);
});
