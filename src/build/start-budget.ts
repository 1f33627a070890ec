/**
 * What the start may weigh: KiB as they are sent, packed by brotli. `why` is the reason for the limit as it stands:
 * whoever changes a limit writes the reason anew.
 */
export type StartBudget = {
  /** Until the sign-in form can be used. */
  form: { kib: number; why: string };
  /** Until the first rows of the list, with the icon. */
  rows: { kib: number; why: string };
  /** Until the first rows, with those for the configuration and the first page. */
  requests: { most: number; why: string };
  /** The first whose `holds` matches where a piece is from has it. What none of them holds may not be in the start. */
  rooms: { room: string; holds: RegExp; kib: number; why: string }[];
};

export const startBudget: StartBudget = {
  form: { kib: 191.8, why: 'The app draws the form.' },
  rows: { kib: 192.1, why: 'What the document names; the list itself is a late part.' },
  requests: { most: 12, why: 'Packages in files of their own.' },
  rooms: [
    {
      room: 'react',
      holds: /node_modules\/(react|react-dom|scheduler)\//,
      kib: 56.9,
      why: 'react-dom/client cannot be had in parts.',
    },
    {
      room: 'react-router',
      holds: /node_modules\/react-router(-dom)?\//,
      kib: 26.6,
      why: 'The data router.',
    },
    {
      room: 'react-query',
      holds: /node_modules\/@tanstack\//,
      kib: 10.5,
      why: 'Its hook for lists by pages is only in the list.',
    },
    { room: 'zod', holds: /node_modules\/zod\//, kib: 9.5, why: 'zod/mini, for what is sent.' },
    {
      room: 'mantine',
      holds: /node_modules\/(@mantine|@floating-ui|clsx)\//,
      kib: 46.1,
      why: 'The form and the bar are made of it, and its menus stand in the bar.',
    },
    { room: 'icons', holds: /node_modules\/lucide-react\//, kib: 2.6, why: 'Bar and list.' },
    {
      room: 'bot-users',
      holds: /src\/web\/features\/bot-users\//,
      kib: 31.1,
      why: 'The list, when it is in the first script.',
    },
    {
      room: 'sign-in',
      holds: /src\/web\/features\/sign-in\//,
      kib: 2.7,
      why: 'The guard, and the form over the page.',
    },
    {
      room: 'other features',
      holds: /src\/web\/features\//,
      kib: 0.5,
      why: 'Where the panel of requests is fetched.',
    },
    { room: 'ui', holds: /src\/web\/ui\//, kib: 9.5, why: 'Parts of the bar, form and list.' },
    {
      room: 'app',
      holds: /src\/web\/(app\/|[^/]+$)/,
      kib: 6,
      why: 'Bar, routes and error pages.',
    },
    { room: 'api', holds: /src\/web\/api\//, kib: 3.3, why: 'The one connection.' },
    { room: 'session', holds: /src\/web\/session\//, kib: 1.3, why: 'Who is signed in.' },
    { room: 'lib', holds: /src\/web\/lib\//, kib: 1.4, why: 'Storage, times and formats.' },
    {
      room: 'contract',
      holds: /src\/(contract|client)\//,
      kib: 4,
      why: 'Schemas, and the client that checks by them.',
    },
    { room: 'styles', holds: /\.css$/, kib: 14.1, why: 'With those of all of Mantine.' },
    {
      room: 'document',
      holds: /^[^/]+\.(html|js|svg)$/,
      kib: 2.2,
      why: 'With the icon, and the scripts that run before the app.',
    },
    {
      room: 'bundler',
      holds: /^bundler$|^assets\/rolldown-runtime/,
      kib: 5.2,
      why: 'What joins the files, and the list of late ones.',
    },
  ],
};
