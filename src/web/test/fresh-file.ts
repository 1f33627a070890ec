import { afterAll, afterEach, vi } from 'vitest';

/**
 * The files of a project run one after the other in the same workers, which load React and Mantine once. Each file gets
 * modules of the page of its own, and nothing that an earlier file has left in the browser.
 */
vi.resetModules();

/** Channels of an earlier file would be tabs of this one. */
const channels: BroadcastChannel[] = [];
class FileChannel extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    channels.push(this);
  }
}
const OriginalChannel = BroadcastChannel;
globalThis.BroadcastChannel = FileChannel;

/** After the files' own hooks, which may need the clock of the test. */
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

afterAll(() => {
  for (const channel of channels) channel.close();
  globalThis.BroadcastChannel = OriginalChannel;
  localStorage.clear();
  sessionStorage.clear();
  if ('history' in globalThis) history.replaceState(null, '', '/');
});
