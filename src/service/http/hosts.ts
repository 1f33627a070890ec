/** A host as it stands in an address: IPv6 in brackets. */
export const urlHost = (host: string) => (host.includes(':') ? `[${host}]` : host);

/**
 * The names under which the service may be asked. Any other is refused: with DNS rebinding a foreign page
 * can point its own name at this machine and read the answers as its own.
 *
 * @param publicUrl origin
 * @returns tells whether a `Host` header is one of them
 */
export function createHostCheck(publicUrl: string, host: string, port: number) {
  const origins = [urlHost(host), '127.0.0.1', 'localhost', '[::1]'].map(
    (name) => `http://${name}:${port}`,
  );
  const allowed = new Set(
    [publicUrl, ...origins].flatMap((origin) => {
      const url = new URL(origin);
      if (url.port !== '') return [url.host];
      return [url.host, `${url.host}:${url.protocol === 'https:' ? 443 : 80}`];
    }),
  );
  return (header: string | undefined) => allowed.has((header ?? '').toLowerCase());
}
