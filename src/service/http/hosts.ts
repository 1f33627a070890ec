/**
 * Where the service is: the origin under which people and clients reach it, and the values of `Host` under which it may
 * be asked, in lower case. Any other is refused: with DNS rebinding a foreign page can point its own name at this machine
 * and read the responses as its own.
 */
export function addressesOf(
  { publicUrl, host }: { publicUrl?: string | undefined; host: string },
  port: number,
) {
  const name = host.includes(':') ? `[${host}]` : host;
  // All addresses of the machine are none that can be opened.
  const reachable = /^[0:.]+$/.test(host) ? 'localhost' : name;
  const origin = publicUrl ?? new URL(`http://${reachable}:${port}`).origin;
  const own = [name, '127.0.0.1', 'localhost', '[::1]'].map((each) => `http://${each}:${port}`);
  const hosts = [origin, ...own].flatMap((each) => {
    const url = new URL(each);
    if (url.port !== '') return [url.host];
    return [url.host, `${url.host}:${url.protocol === 'https:' ? 443 : 80}`];
  });
  return { publicUrl: origin, hosts: new Set(hosts) };
}
