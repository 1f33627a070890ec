import type { ServerResponse } from 'node:http';

const EVERYWHERE = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Nothing of such an answer runs, is shown in a frame or is kept, whatever a browser takes it for. */
const NO_PAGE = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cache-Control': 'no-store',
};

/** Two years, for this host alone: the others of its domain belong to the operator. */
const TLS_ONLY = { 'Strict-Transport-Security': 'max-age=63072000' };

/**
 * What every answer carries, whatever it is about. Only the page's document and files put their own in place of some.
 *
 * @param publicUrl origin under which people reach the service; `undefined`: by this machine's own address
 */
export const fixedHeaders = (publicUrl = ''): Record<string, string> => ({
  ...EVERYWHERE,
  ...NO_PAGE,
  ...(publicUrl.startsWith('https:') && TLS_ONLY),
});

/** In place of the fixed ones: the one answer that may run anything. */
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
 * Everything that Chromium 156 lets a page do with the device, the person or the browser: all of it is off. Left out are
 * client hints and ariaNotify, which give a page nothing, and names that it does not know, for which it warns.
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

/** Copying is the one thing that the page asks a browser for. */
const permissionsPolicy = [...OFF.map((feature) => `${feature}=()`), 'clipboard-write=(self)'].join(
  ', ',
);

/** Besides the fixed ones, of everything that can be opened in a browser; a caller of the API has no features. */
export const featureHeaders = { 'Permissions-Policy': permissionsPolicy };

/** Set on Node's own response, before anything can answer: no way of answering leaves them out. */
export function setHeaders(response: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
