import { matchRoutes } from 'react-router-dom';
import { fillPath, isAddressable } from '#contract/endpoint.ts';

/** Every address of the app. The route table takes them as they are; links fill them with `pathTo`. */
export const paths = {
  signIn: '/sign-in',
  botUsers: '/bot-users',
  botUserNew: '/bot-users/new',
  botUser: '/bot-users/:botUserId',
  routes: '/routes',
  ipRestriction: '/edges/:edgeId/routes/:routeId/ip-restriction',
} as const;

/** Addresses without an id: one of these may look like a filled one, and wins. */
const FIXED = new Set<string>(Object.values(paths).filter((path) => !path.includes(':')));

/**
 * Fills a path; every value becomes one percent-encoded segment.
 *
 * @returns `undefined` where no address leads to these ids: one cannot be a segment, or the address is another page's
 */
export function pathTo(path: string, params: Record<string, string>): string | undefined {
  if (!Object.values(params).every(isAddressable)) return undefined;
  const address = fillPath(path.replaceAll(/:(\w+)/g, '{$1}'), params);
  return FIXED.has(address.toLowerCase()) ? undefined : address; // the router takes letters in any case
}

/**
 * Reads the ids out of an address as it stands in the address bar. The router's own params turn a `%2F` that is
 * part of an id into a slash.
 *
 * @returns an empty text for a segment that is not readable as UTF-8
 */
export function paramsOf(path: string, pathname: string): Record<string, string> {
  const names = path.split('/');
  const segments = pathname.split('/');
  return Object.fromEntries(
    names.flatMap((name, index) =>
      name.startsWith(':') ? [[name.slice(1), decode(segments[index] ?? '')]] : [],
    ),
  );
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

export function signInPath(next: string): string {
  return next === '/' ? paths.signIn : `${paths.signIn}?${new URLSearchParams({ next })}`;
}

/** Characters: more than the longest address with two ids in it. */
const NEXT_MAX = 5000;

/**
 * Where to go after signing in: a page of this app, never another origin (`//host`, `/\host`, `https:`) and never
 * this page again.
 *
 * @returns the address as a browser would read it: without line breaks, dot segments or backslashes
 */
export function safeNext(next: string | null): string {
  if (next === null || !next.startsWith('/') || !URL.canParse(next, OWN)) return '/';
  const { origin, pathname, search, hash } = new URL(next, OWN);
  const address = pathname + search + hash;
  // `/.//host` is a path here and a host where it is read again.
  if (origin !== OWN || address.startsWith('//') || address.length > NEXT_MAX) return '/';
  const isPage = pathname.split('/').every((segment) => segment === '' || decode(segment) !== '');
  return isPage && !matchRoutes([{ path: paths.signIn }], pathname) ? address : '/';
}

/** Stands for whatever origin the page has. */
const OWN = 'https://gatehouse.invalid';
