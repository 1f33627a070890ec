import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { paths } from '#web/paths.ts';

/** Pages that a start at the list does not need. A fixed path comes before one that fits it as well. */
export const latePages = {
  [paths.botUserNew]: new LazyChunk<ComponentType>(
    async () =>
      (await import('#web/features/bot-users/pages/new-bot-user-page.tsx')).NewBotUserPage,
  ),
  [paths.botUser]: new LazyChunk<ComponentType>(
    async () =>
      (await import('#web/features/bot-users/pages/edit-bot-user-page.tsx')).EditBotUserPage,
  ),
  [paths.routes]: new LazyChunk<ComponentType>(
    async () => (await import('#web/features/routes/list/routes-page.tsx')).RoutesPage,
  ),
  [paths.ipRestriction]: new LazyChunk<ComponentType>(
    async () =>
      (await import('#web/features/routes/editor/ip-restriction-page.tsx')).IpRestrictionPage,
  ),
};

/** Fetches the code of the page of an address. A failure is told when the page is drawn. */
export async function fetchPage(pathname: string) {
  const page = Object.entries(latePages).find(([path]) => matchPath(path, pathname));
  await page?.[1].fetch().catch(() => {});
}
