/** Posts to the other tabs; to nobody where the browser refuses that, as Firefox does where it blocks cookies. */
export function openChannel(
  name: string,
): Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> {
  try {
    return new BroadcastChannel(name);
  } catch {
    const { port1 } = new MessageChannel();
    port1.close();
    return port1;
  }
}
