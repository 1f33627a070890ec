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
  form: {
    kib: 5.05,
    why: 'The form stands in the document; one small script and its own styles, without those for the pointer and for scrolling.',
  },
  rows: {
    kib: 144.9,
    why: 'The aim is 145. With the palette, one Tab stop a row, the state of the connection, and links that say how much was loaded.',
  },
  requests: {
    most: 8,
    why: 'Document, its script and styles, those of the app, configuration, rows, icon.',
  },
  rooms: [
    {
      room: 'react',
      holds: /node_modules\/(react|react-dom|scheduler)\//,
      kib: 60.6,
      why: 'react-dom/client cannot be had in parts.',
    },
    {
      room: 'react-router',
      holds: /node_modules\/react-router(-dom)?\//,
      kib: 9.8,
      why: 'Declarative, over a history of our own: decisions/0018.',
    },
    {
      room: 'react-query',
      holds: /node_modules\/@tanstack\//,
      kib: 9.6,
      why: 'With its hook for lists by pages.',
    },
    { room: 'zod', holds: /node_modules\/zod\//, kib: 9.2, why: 'zod/mini, for what is sent.' },
    { room: 'icons', holds: /node_modules\/lucide-react\//, kib: 1.9, why: 'Bar and list.' },
    {
      room: 'bot-users',
      holds: /src\/web\/features\/bot-users\//,
      kib: 14.65,
      why: 'The list with arrow keys in its rows, what a filter text matches, the size in a link, and Undo; what needs a press is late.',
    },
    {
      room: 'sign-in',
      holds: /src\/web\/features\/sign-in\//,
      kib: 2.5,
      why: 'The form with its answers, which may have to be given without a connection.',
    },
    {
      room: 'other features',
      holds: /src\/web\/features\//,
      kib: 0.25,
      why: 'Where the panel of requests is fetched.',
    },
    {
      room: 'ui',
      holds: /src\/web\/ui\//,
      kib: 5.5,
      why: 'Parts of the bar, form and list, the line about the last change, announcements also in dialogs, names cut in the middle.',
    },
    {
      room: 'start',
      holds: /src\/web\/start\/|^assets\/start-.*\.js$/,
      kib: 2,
      why: 'The script in the head, and what the app takes over from it.',
    },
    {
      room: 'app',
      holds: /src\/web\/(app\/|[^/]+$)/,
      kib: 5.8,
      why: 'Bar with the button and key of the palette, router with the address of each late page, the places of the job, and pages for what must be said without a connection.',
    },
    { room: 'jobs', holds: /src\/web\/jobs\//, kib: 0.2, why: 'Whether there is one.' },
    {
      room: 'api',
      holds: /src\/web\/api\//,
      kib: 3.2,
      why: 'The one connection, what must not be sent through it, and the details of a failure.',
    },
    { room: 'session', holds: /src\/web\/session\//, kib: 1.4, why: 'Who is signed in.' },
    {
      room: 'lib',
      holds: /src\/web\/lib\//,
      kib: 2.3,
      why: 'History, late parts, storage, preferences, the selection of a list, times and numbers without Intl.',
    },
    {
      room: 'contract',
      holds: /src\/(contract|client)\//,
      kib: 4.5,
      why: 'Schemas, also of what may not be changed, the client that checks by them, and what reads the usual answers without.',
    },
    {
      room: 'styles',
      holds: /\.css$/,
      kib: 9.25,
      why: 'Those of the first screen, also on a phone and a low window, and once more what of them the form needs.',
    },
    { room: 'document', holds: /^[^/]+\.(html|svg)$/, kib: 1.8, why: 'The form, and the icon.' },
    {
      room: 'bundler',
      holds: /^bundler$/,
      kib: 2.15,
      why: 'What joins the modules, and the list of late files.',
    },
  ],
};
