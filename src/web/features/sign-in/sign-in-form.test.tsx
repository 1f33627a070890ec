import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SignInForm } from '#web/features/sign-in/sign-in-form.tsx';
import { renderPage } from '#web/test/render.tsx';

it.each([true, false])(
  'lets who signs in stay signed in where the browser keeps it: %s',
  async (isKept) => {
    if (!isKept) vi.stubGlobal('sessionStorage', undefined);
    const { user } = renderPage(<SignInForm />);
    const name = 'Stay signed in when this tab reloads';
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name });
    await user.click(box);
    expect(box.checked).toBe(isKept);
    const reason = screen.queryByText('This browser keeps no data of this page.');
    expect(reason === null).toBe(isKept);
  },
);
