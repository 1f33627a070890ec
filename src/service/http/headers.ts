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

/** Replace the fixed ones: the only response that may run code. */
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
  'Cache-Control': 'no-cache',
};

/**
 * Every permission that Chromium 156 knows, switched off. Left out are client hints and ariaNotify, which give a page
 * nothing; for unknown names the browser would warn.
 */
const OFF = `
  accelerometer autoplay browsing-topics camera captured-surface-control clipboard-read
  compute-pressure cross-origin-isolated deferred-fetch deferred-fetch-minimal
  digital-credentials-create digital-credentials-get display-capture encrypted-media fullscreen
  gamepad geolocation gyroscope hid identity-credentials-get idle-detection interest-cohort
  keyboard-map language-detector language-model local-fonts local-network local-network-access
  loopback-network magnetometer media-playback-while-not-visible microphone midi
  on-device-speech-recognition otp-credentials payment picture-in-picture
  private-state-token-issuance private-state-token-redemption publickey-credentials-create
  publickey-credentials-get screen-wake-lock serial speaker-selection storage-access summarizer
  sync-xhr translator unload usb window-management xr-spatial-tracking`
  .trim()
  .split(/\s+/);

/** Besides the fixed ones, for what can be opened in a browser; API responses need none. */
export const featureHeaders = {
  // The page writes to the clipboard and uses no other feature.
  'Permissions-Policy': [...OFF.map((name) => `${name}=()`), 'clipboard-write=(self)'].join(', '),
};
