import { matchPath } from 'react-router-dom';

/** Every address of the app. The route table takes them as they are; links fill them with `pathTo`. */
export const paths = {
  signIn: '/sign-in',
  botUsers: '/bot-users',
  botUserNew: '/bot-users/new',
  botUser: '/bot-users/:botUserId',
  routes: '/routes',
  ipRestriction: '/edges/:edgeId/routes/:routeId/ip-restriction',
} as const;

/** Fills a path; every value becomes one percent-encoded segment. */
export function pathTo(path: string, params: Record<string, string>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
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

/** Where to go after signing in: a path of this app, never another origin (`//host`, `/\host`, `https:`). */
export function safeNext(next: string | null): string {
  if (next === null || !/^\/(?![/\\])/.test(next)) return '/';
  // Browsers drop tabs and line breaks from an address before they read it.
  return /[\t\n\r]/.test(next) || matchPath(paths.signIn, next.split('?')[0] ?? '') ? '/' : next;
}
