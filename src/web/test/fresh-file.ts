import { afterAll, vi } from 'vitest';

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

afterAll(() => {
  for (const channel of channels) channel.close();
  globalThis.BroadcastChannel = OriginalChannel;
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  if ('history' in globalThis) history.replaceState(null, '', '/');
});
