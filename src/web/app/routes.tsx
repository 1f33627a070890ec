import { Navigate, type RouteObject } from 'react-router-dom';
import { ErrorPage, FramelessErrorPage } from '#web/app/error-page.tsx';
import { NotFoundPage } from '#web/app/not-found-page.tsx';
import { pageRoute as page } from '#web/app/page-route.tsx';
import { Shell } from '#web/app/shell.tsx';
import { SignInFrame } from '#web/app/sign-in-frame.tsx';
import { paths } from '#web/paths.ts';

const pages: RouteObject[] = [
  { path: '/', element: <Navigate to={paths.botUsers} replace /> },
  page(
    paths.botUsers,
    async () => (await import('#web/features/bot-users/pages/bot-users-page.tsx')).BotUsersPage,
  ),
  page(
    paths.botUserNew,
    async () =>
      (await import('#web/features/bot-users/pages/new-bot-user-page.tsx')).NewBotUserPage,
  ),
  page(
    paths.botUser,
    async () =>
      (await import('#web/features/bot-users/pages/edit-bot-user-page.tsx')).EditBotUserPage,
  ),
  page(
    paths.routes,
    async () => (await import('#web/features/routes/list/routes-page.tsx')).RoutesPage,
  ),
  page(
    paths.ipRestriction,
    async () =>
      (await import('#web/features/routes/editor/ip-restriction-page.tsx')).IpRestrictionPage,
  ),
  { path: '*', Component: NotFoundPage },
];

const signInPage = page(
  paths.signIn,
  async () => (await import('#web/features/sign-in/sign-in-page.tsx')).SignInPage,
);

export const routes: RouteObject[] = [
  {
    ErrorBoundary: FramelessErrorPage,
    HydrateFallback: () => null,
    children: [
      { Component: SignInFrame, children: [signInPage] },
      { Component: Shell, children: [{ ErrorBoundary: ErrorPage, children: pages }] },
    ],
  },
];
