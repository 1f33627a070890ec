/** Origin under which people and clients reach the service: all addresses of the machine are none that can be opened. */
export const publicUrlOf = (
  { publicUrl, host }: { publicUrl?: string | undefined; host: string },
  port: number,
) => {
  const reachable = /^[0:.]+$/.test(host) ? 'localhost' : urlHost(host);
  return publicUrl ?? new URL(`http://${reachable}:${port}`).origin;
};

/** As written in a URL: IPv6 in brackets. */
const urlHost = (host: string) => (host.includes(':') ? `[${host}]` : host);

/**
 * The values of `Host` under which the service may be asked, in lower case. Any other is refused: with DNS rebinding a
 * foreign page can point its own name at this machine and read the responses as its own.
 *
 * @param publicUrl origin
 */
export function ownHosts(publicUrl: string, host: string, port: number): Set<string> {
  const names = [urlHost(host), '127.0.0.1', 'localhost', '[::1]'];
  const origins = names.map((name) => `http://${name}:${port}`);
  return new Set(
    [publicUrl, ...origins].flatMap((origin) => {
      const url = new URL(origin);
      if (url.port !== '') return [url.host];
      return [url.host, `${url.host}:${url.protocol === 'https:' ? 443 : 80}`];
    }),
  );
}
