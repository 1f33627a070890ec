import { fillPath, isAddressable } from '#contract/endpoint.ts';

/** Every address of the app. A fixed address comes before a pattern that fits it as well. */
export const paths = {
  signIn: '/sign-in',
  botUsers: '/bot-users',
  botUserNew: '/bot-users/new',
  botUserImport: '/bot-users/import',
  botUser: '/bot-users/:botUserId',
  routes: '/routes',
  policies: '/policies',
  applyToRoutes: '/routes/apply',
  plan: '/plan',
  history: '/history',
  settings: '/settings',
  ipRestriction: '/edges/:edge_id/routes/:id/ip-restriction',
} as const;

/** @returns `undefined` where an id cannot be one segment */
export function pathTo(path: string, params: Record<string, string>): string | undefined {
  if (!Object.values(params).every(isAddressable)) return undefined;
  return fillPath(path.replaceAll(/:(\w+)/g, '{$1}'), params);
}

/**
 * The ids in an address; empty where one is not UTF-8. The router's own params turn a `%2F` inside an id into a slash.
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

/** Where to go after signing in, as a browser reads the address: never another origin (`//host`, `/\host`, `https:`). */
export function safeNext(next: string | null): string {
  if (next === null || !next.startsWith('/') || !URL.canParse(next, OWN)) return '/';
  const { origin, pathname, search, hash } = new URL(next, OWN);
  const address = pathname + search + hash;
  // `/.//host` is a path here and a host where it is read again.
  return origin === OWN && !address.startsWith('//') ? address : '/';
}

/** Stands for whatever origin the page has. */
const OWN = 'https://gatehouse.invalid';
