import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { readFirstRows } from '#web/features/bot-users/data/bot-users.ts';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { pageHistory } from '#web/lib/page-history.ts';
import { paths } from '#web/paths.ts';

/** Pages that a start at the list does not need. A fixed path comes before one that fits it as well. */
export const latePages = {
  [paths.quarantine]: new LazyChunk<ComponentType>(
    async () => (await import('#web/features/bot-users/pages/quarantine-page.tsx')).QuarantinePage,
  ),
  [paths.botUserNew]: new LazyChunk<ComponentType>(
    async () =>
      (await import('#web/features/bot-users/pages/new-bot-user-page.tsx')).NewBotUserPage,
  ),
  [paths.plan]: new LazyChunk<ComponentType>(
    async () => (await import('#web/app/plan-page.tsx')).AppPlanPage,
  ),
  [paths.botUser]: new LazyChunk<ComponentType>(
    async () =>
      (await import('#web/features/bot-users/pages/edit-bot-user-page.tsx')).EditBotUserPage,
  ),
  [paths.routes]: new LazyChunk<ComponentType>(
    async () => (await import('#web/features/routes/list/routes-page.tsx')).RoutesPage,
  ),
  [paths.applyToRoutes]: new LazyChunk<ComponentType>(
    async () => (await import('#web/features/routes/apply/apply-page.tsx')).ApplyPage,
  ),
  [paths.settings]: new LazyChunk<ComponentType>(
    async () => (await import('#web/features/settings/settings-page.tsx')).SettingsPage,
  ),
  [paths.ipRestriction]: new LazyChunk<ComponentType>(
    async () =>
      (await import('#web/features/routes/editor/ip-restriction-page.tsx')).IpRestrictionPage,
  ),
};

/** Fetches the code of the page of an address. A failure is told when the page is drawn. */
async function fetchPage(pathname: string) {
  const page = Object.entries(latePages).find(([path]) => matchPath(path, pathname));
  await page?.[1].fetch().catch(() => {});
}

/** What the page of the address begins with: its code, or the first rows. A failure is told when the page is drawn. */
export function fetchFirst(client: QueryClient): Promise<unknown> {
  const { pathname } = pageHistory.get().location;
  const isList = pathname === '/' || pathname === paths.botUsers;
  return isList ? readFirstRows(client) : fetchPage(pathname);
}
