import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { afterEach, beforeEach, vi } from 'vitest';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { queryClient } from '#web/api/query-client.ts';
import { signIn } from '#web/test/session.ts';
import { theme } from '#web/theme.ts';
import { AnnounceRegion } from '#web/ui/announcer.tsx';
import { notify } from '#web/ui/notify.ts';

// A busy machine fails no test; the time of the test itself is longer.
configure({ asyncUtilTimeout: 20_000 });

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => {
  cleanup();
  notify(undefined);
});

interface PageOptions {
  at?: string;
  /** Pattern of the element's own route. */
  path?: string;
  /** Further pages. */
  routes?: RouteObject[];
  config?: Partial<RuntimeConfig>;
  /** With the region of the page in which texts are announced, as the container's last part. */
  announces?: boolean;
}

/** Renders an element at an address, in all that stands around a page, with a session. */
export function renderPage(
  element: ReactElement,
  { at = '/', path = '*', routes = [], config = {}, announces = false }: PageOptions = {},
) {
  signIn(config);
  const router = createMemoryRouter([{ path, element }, ...routes], { initialEntries: [at] });
  const view = render(
    <MantineProvider env="test" theme={theme} withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        {announces && <AnnounceRegion />}
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, router, user: userEvent.setup({ delay: null }) };
}

/** @returns whether the browser asks */
export function closeTab() {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}
