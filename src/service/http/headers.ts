/**
 * Headers of every response. Only the page's document and files replace some of them.
 *
 * @param publicUrl origin under which people reach the service
 */
export const fixedHeaders = (publicUrl: string): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Nothing of such a response runs, is framed or is cached, whatever type a browser guesses.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cache-Control': 'no-store',
  // Two years, for this host alone: subdomains are the operator's decision.
  ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=63072000' }),
});

/** Features that watch, listen, locate, pay or reach what is near; for names that it does not know a browser would warn. */
const OFF = `
  camera clipboard-read display-capture geolocation hid local-network-access microphone midi payment
  publickey-credentials-get serial storage-access usb window-management`
  .trim()
  .split(/\s+/);

/** Replace or follow the fixed ones: the only response that may run code. */
export const documentHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'none'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'Permissions-Policy': OFF.map((name) => `${name}=()`).join(', '),
  'Cache-Control': 'no-cache',
};
