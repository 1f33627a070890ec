import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { afterEach, beforeEach, vi } from 'vitest';
import { RuntimeConfig } from '#contract/runtime-config.ts';
import { ConfigContext, setConfig } from '#web/api/config.ts';
import { queryClient } from '#web/api/query-client.ts';
import { session } from '#web/session/session.ts';
import { theme } from '#web/theme.ts';

export const TEST_KEY = 'key-of-the-tests-1234';

// A busy machine fails no test; the time of the test itself is longer.
configure({ asyncUtilTimeout: 20_000 });

/** The defaults, for the service `api.test`. */
export const testConfig = (config: Partial<RuntimeConfig> = {}): RuntimeConfig =>
  RuntimeConfig.parse({ service_host: 'api.test', ...config });

/** Begins a session, as each test does that imports this file; it ends with the test. */
export function signIn(config: Partial<RuntimeConfig> = {}) {
  setConfig(testConfig(config));
  session.signIn(TEST_KEY, false);
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  signIn();
});

afterEach(() => {
  cleanup();
  session.end('signed-out');
  queryClient.clear();
  vi.unstubAllGlobals();
});

interface PageOptions {
  at?: string;
  /** Pattern of the element's own route. */
  path?: string;
  /** Further pages. */
  routes?: RouteObject[];
  config?: Partial<RuntimeConfig>;
}

/** Renders an element at an address, in all that stands around a page, with a session. */
export function renderPage(
  element: ReactElement,
  { at = '/', path = '*', routes = [], config = {} }: PageOptions = {},
) {
  signIn(config);
  const router = createMemoryRouter([{ path, element }, ...routes], { initialEntries: [at] });
  const view = render(
    <MantineProvider env="test" theme={theme}>
      <ConfigContext value={testConfig(config)}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ConfigContext>
    </MantineProvider>,
  );
  return { ...view, router, user: userEvent.setup() };
}
