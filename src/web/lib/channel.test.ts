import { expect, it, vi } from 'vitest';
import { openChannel } from '#web/lib/channel.ts';

it('is there, for nobody, where the browser refuses it', () => {
  const refuse = vi.fn<(name: string) => void>(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  vi.stubGlobal('BroadcastChannel', refuse);
  const heard = vi.fn<() => void>();
  const channel = openChannel('gatehouse');
  channel.addEventListener('message', heard);
  channel.postMessage({ type: 'ask' });
  expect(refuse).toHaveBeenCalledExactlyOnceWith('gatehouse');
  expect(heard).not.toHaveBeenCalled();
});
