import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const BEHIND_THE_PAGE = [
  'web/api',
  'web/session',
  'web/lib',
  'web/paths',
  'bulk',
  'client',
  'contract',
];

/** Who may import whom; a room that is not named is closed. Tests beside their files may reach further. */
const mayImport: Record<string, string[]> = {
  contract: [],
  client: ['contract'],
  bulk: ['client', 'contract'],
  'web/lib': [],
  'web/ui': ['web/lib'],
  'web/paths': ['contract'],
  'web/session': ['web/lib', 'client', 'contract'],
  'web/api': ['web/session', 'web/ui', 'web/lib', 'client', 'contract'],
  'web/jobs': BEHIND_THE_PAGE,
  'web/features': ['web/jobs', 'web/ui', ...BEHIND_THE_PAGE],
  'web/app': ['web/features', 'web/jobs', 'web/ui', ...BEHIND_THE_PAGE],
  // What unit tests share: the fake service, builders, and the one way to render.
  'web/test': ['web/api', 'web/session', 'web/ui', 'web/theme', 'client', 'contract'],
  'web/main': [
    'web/app',
    'web/features',
    'web/api',
    'web/session',
    'web/ui',
    'web/lib',
    'web/paths',
    'web/theme',
  ],
  'web/theme': [],
  'service/domain': ['contract'],
  'service/storage': ['service/domain'],
  'service/http': ['service/domain', 'contract'],
  'service/text-file': ['service/domain'],
  'service/log': ['service/http', 'service/domain'],
  'service/settings-table': ['contract'],
  'service/settings': ['service/settings-table', 'service/text-file', 'service/domain'],
  'service/data': ['service/settings', 'service/storage', 'service/domain'],
  'service/announcement': ['service/data', 'service/settings', 'service/http'],
  'service/app': [
    'service/text-file',
    'service/data',
    'service/settings',
    'service/http',
    'service/domain',
    'contract',
  ],
  'service/serve': [
    'service/app',
    'service/data',
    'service/announcement',
    'service/settings',
    'service/log',
    'service/http',
  ],
  'service/commands': [
    'service/app',
    'service/http',
    'service/data',
    'service/settings',
    'service/settings-table',
    'service/text-file',
    'service/storage',
    'service/domain',
    'bulk',
    'client',
    'contract',
  ],
  'service/command-line': [
    'service/commands',
    'service/settings',
    'service/settings-table',
    'service/domain',
  ],
  'service/main': ['service/command-line', 'service/serve'],
  // In the service: what `service/serve` joins, joined anew after each edit.
  build: ['web/theme', 'service/app', 'service/serve', 'service/announcement', 'service/settings'],
  e2e: ['client', 'contract'],
};

const root = new URL('..', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');
const files = ['src', 'e2e']
  .flatMap((room) =>
    readdirSync(new URL(room, root), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${room}/${file.replaceAll('\\', '/')}`,
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'));

it.each(files)('%s imports only what its room may', (file) => {
  const from = roomOf(file);
  const imports = importsOf(file);

  const refused = imports.filter((name) => {
    if (name.startsWith('.')) return !/\.(css|svg|json)$/.test(name) && from !== 'e2e'; // one spelling for every file of ours
    if (name.startsWith('node:'))
      return !from.startsWith('service/') && from !== 'e2e' && from !== 'build';
    if (name.startsWith('#') && name.endsWith('.css')) return !from.startsWith('web/');
    if (!name.startsWith('#')) return from === 'contract' && name !== 'zod/mini';
    const to = roomOf(`src/${name.slice(1)}`);
    if (from === 'web/features' && to === from)
      return featureOf(`src/${name.slice(1)}`) !== featureOf(file);
    return to !== from && !mayImport[from]?.includes(to);
  });
  expect(refused).toEqual([]);
});

it('has no two folders of the page that import each other', () => {
  const imports = new Set<string>();
  // Two files stand above the folders, and what all share beside them.
  for (const file of files.filter((each) => each.startsWith('src/web/') && !ABOVE.has(each)))
    for (const name of importsOf(file)) {
      const [from, to] = [folderOf(file), folderOf(`src/${name.slice(1)}`)];
      if (name.startsWith('#') && from !== to) imports.add(`${from} -> ${to}`);
    }
  const mutual = [...imports].filter((each) =>
    imports.has(each.split(' -> ').toReversed().join(' -> ')),
  );
  expect(mutual).toEqual([]);
});

const ABOVE = new Set(['src/web/main.tsx']);

it('draws nothing before the rows whose styles come after them', () => {
  const drawn = startFiles().flatMap(mantineParts);
  expect(drawn).toContain('PasswordInput');
  expect(drawn.filter((part) => moreParts.has(part))).toEqual([]);
});

it('fetches the styles that come after the rows with whatever draws something', () => {
  const others = files.flatMap((file) =>
    [...read(file).matchAll(/([^;]*?)import\('#web\/(.*\.tsx)'\)/g)].flatMap(
      ([, before = '', name = '']) => (/\b(onDemand|page|loadAtLast)\(/.test(before) ? [] : name),
    ),
  );
  // The start itself.
  expect(others).toEqual(['app/app.tsx']);
});

/** What `main.tsx` and `app.tsx` import, and what that imports, but for what is fetched later. */
function startFiles(): string[] {
  const found = new Set(['src/web/main.tsx', 'src/web/app/app.tsx']);
  for (const file of found)
    for (const [, name = ''] of read(file).matchAll(
      /^import (?!type )[^;]*'#(web\/[^']+\.tsx?)'/gm,
    ))
      found.add(`src/${name}`);
  return [...found];
}

/** Parts of Mantine whose styles are not in the first style sheet. */
const moreParts = new Set(
  [...read('src/web/styles/more.css').matchAll(/styles\/(\w+)\.layer/g)].map(
    ([, part = '']) => part,
  ),
);

function mantineParts(file: string): string[] {
  const [, names = ''] = /import \{([^}]+)\} from '@mantine\/core'/.exec(read(file)) ?? [];
  return names.split(',').map((name) => name.trim());
}

function importsOf(file: string): string[] {
  return [...read(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    (match) => match[1] ?? '',
  );
}

const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'));

/** `src/web/features/bot-users/queries.ts` → `web/features`; `src/contract/page.ts` → `contract`. */
function roomOf(file: string): string {
  const parts = file
    .replace(/^src\//, '')
    .replace(/\.tsx?$/, '')
    .split('/');
  return parts.slice(0, parts[0] === 'web' || parts[0] === 'service' ? 2 : 1).join('/');
}

const featureOf = (file: string) => file.split('/')[3];
