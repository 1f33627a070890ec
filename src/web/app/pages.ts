import { LazyChunk } from '#web/lib/lazy-chunk.ts';

/** Pages that the start does not need. */
export const latePages = {
  signIn: new LazyChunk(
    async () => (await import('#web/features/sign-in/sign-in-page.tsx')).SignInPage,
  ),
  botUserNew: new LazyChunk(
    async () =>
      (await import('#web/features/bot-users/pages/new-bot-user-page.tsx')).NewBotUserPage,
  ),
  botUser: new LazyChunk(
    async () =>
      (await import('#web/features/bot-users/pages/edit-bot-user-page.tsx')).EditBotUserPage,
  ),
  routes: new LazyChunk(
    async () => (await import('#web/features/routes/list/routes-page.tsx')).RoutesPage,
  ),
  ipRestriction: new LazyChunk(
    async () =>
      (await import('#web/features/routes/editor/ip-restriction-page.tsx')).IpRestrictionPage,
  ),
};
