import { afterEach, beforeEach } from 'vitest';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { setConfig } from '#web/api/config.ts';
import { queryClient } from '#web/api/query-client.ts';
import { session } from '#web/session/session.ts';
import { testConfig } from '#web/test/config.ts';

export const TEST_KEY = 'key-of-the-tests-1234';

/** Begins a session, as each test does that imports this file; it ends with the test. */
export function signIn(config: Partial<RuntimeConfig> = {}) {
  setConfig(testConfig(config));
  session.signIn(TEST_KEY, false);
}

beforeEach(() => signIn());

afterEach(() => {
  session.end('signed-out');
  queryClient.clear();
  // As another tab does that clears it: what is kept on this device is forgotten here as well.
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
});
