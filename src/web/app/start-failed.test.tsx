import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '#client/errors.ts';
import { StartFailed } from '#web/app/start-failed.tsx';
import { renderPage } from '#web/test/render.tsx';

it('says nothing of a key where the host of the page refuses its settings: none was sent', () => {
  const error = new ApiError('Refused', { kind: 'status', status: 401, fields: {} });
  renderPage(<StartFailed error={error} onRetry={() => {}} />);
  const { textContent } = screen.getByRole('alert');
  expect(textContent).toContain(`${location.host} answered 401.`);
  expect(textContent).not.toMatch(/\bkey\b/);
});
