import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { ErrorPage, PartMissing } from '#web/app/error-page.tsx';
import { NotFoundPage } from '#web/app/not-found-page.tsx';
import { Shell } from '#web/app/shell.tsx';
import { paths } from '#web/paths.ts';

/** A page whose code is fetched when it is first opened. */
const page = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({
    Component: await load().catch((cause: unknown) => {
      throw new PartMissing('A part of the app did not arrive', { cause });
    }),
  }),
});

const pages: RouteObject[] = [
  { path: '/', element: <Navigate to={paths.botUsers} replace /> },
  page(
    paths.botUsers,
    async () => (await import('#web/features/bot-users/bot-users-page.tsx')).BotUsersPage,
  ),
  page(
    paths.botUserNew,
    async () => (await import('#web/features/bot-users/new-bot-user-page.tsx')).NewBotUserPage,
  ),
  page(
    paths.botUser,
    async () => (await import('#web/features/bot-users/edit-bot-user-page.tsx')).EditBotUserPage,
  ),
  page(paths.routes, async () => (await import('#web/features/routes/routes-page.tsx')).RoutesPage),
  page(
    paths.ipRestriction,
    async () => (await import('#web/features/routes/ip-restriction-page.tsx')).IpRestrictionPage,
  ),
  { path: '*', Component: NotFoundPage },
];

export const routes: RouteObject[] = [
  {
    ErrorBoundary: ErrorPage,
    HydrateFallback: () => null,
    children: [
      page(
        paths.signIn,
        async () => (await import('#web/features/sign-in/sign-in-page.tsx')).SignInPage,
      ),
      { Component: Shell, children: [{ ErrorBoundary: ErrorPage, children: pages }] },
    ],
  },
];
