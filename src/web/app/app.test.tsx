// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { Outlet, RouterProvider, ScrollRestoration } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { createRouter } from '#web/app/app.tsx';

afterEach(() => vi.unstubAllGlobals());

const frame = (
  <>
    <Outlet />
    <ScrollRestoration />
  </>
);

it.each(['5', '"text"', 'null', '{{', '{"key":{}}'])(
  'goes from page to page with %s planted as the scroll positions',
  async (content) => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    sessionStorage.setItem('react-router-scroll-positions', content);
    history.replaceState(null, '', '/one');
    const router = createRouter([
      {
        element: frame,
        children: [
          { path: '/one', element: 'One' },
          { path: '/two', element: 'Two' },
        ],
      },
    ]);
    const host = document.createElement('div');
    const root = createRoot(host);
    await act(async () => root.render(<RouterProvider router={router} />));
    await act(() => router.navigate('/two'));
    expect(host.textContent).toBe('Two');
    await act(async () => root.unmount());
    router.dispose();
  },
);
