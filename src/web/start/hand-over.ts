/** What the script in the head has begun before the app's code was there. */
export interface HandOver {
  /** The response to a request that was sent already; each is taken once. */
  take: (request: Request) => Promise<Response> | undefined;
  /** Breaks off what nobody has taken. */
  drop: () => void;
  /** Resolves when the app has something to show: a key is kept, or the form was sent. */
  wanted: Promise<void>;
}

declare global {
  // Only `var` declares a property of `globalThis`.
  var gatehouse: HandOver | undefined;
}

/** `fetch`, but a request that the script in the head has sent is not sent again. */
export const fetchOnce = (request: Request): Promise<Response> =>
  globalThis.gatehouse?.take(request) ?? fetch(request);
