/** A request that was sent before the app's code was there. */
export interface EarlyRequest {
  request: Request;
  response: Promise<Response>;
  stop: AbortController;
}

/** What the script in the head has begun before the app's code was there. */
interface HandOver {
  /** Each is taken once. */
  early: EarlyRequest[];
  /** Resolves when the app has something to show: a key is kept, or the form was sent. */
  wanted: Promise<void>;
}

declare global {
  // Only `var` declares a property of `globalThis`.
  var gatehouse: HandOver | undefined;
}

const early = () => globalThis.gatehouse?.early ?? [];

/** `fetch`, but a request that the script in the head has sent is not sent again. */
export function fetchOnce(request: Request): Promise<Response> {
  const index = early().findIndex((each) => isSame(each.request, request));
  const [same] = index === -1 ? [] : early().splice(index, 1);
  if (!same) return fetch(request);
  request.signal.addEventListener('abort', () => same.stop.abort(request.signal.reason));
  return same.response;
}

/** Breaks off what nobody has taken. */
export function dropEarlyRequests() {
  for (const { stop } of early().splice(0)) stop.abort();
}

const isSame = (one: Request, other: Request) =>
  one.url === other.url && one.method === other.method && keyOf(one) === keyOf(other);

const keyOf = ({ headers }: Request) => headers.get('authorization');
