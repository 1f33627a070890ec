import { lazy, Suspense, useState, type ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { ErrorPage, FramelessErrorPage, NotFoundPage } from '#web/app/error-page.tsx';
import { Shell, SignInFrame } from '#web/app/shell.tsx';
import { loadChunk } from '#web/lib/lazy-chunk.ts';
import { paths } from '#web/paths.ts';
import layout from '#web/ui/layout/layout.module.css';

type LoadPage = () => Promise<ComponentType>;

/** A page whose code is fetched when it is first opened; after a failure again at each opening. */
const page = (path: string, load: LoadPage): RouteObject => ({
  path,
  // The router would keep a failure until a reload.
  lazy: async () => ({ Component: await load().catch(() => askingAgain(load)) }),
});

function askingAgain(load: LoadPage): ComponentType {
  const loadAgain = async () => ({ default: await loadChunk(load) });
  return function LatePage() {
    // One for each opening: it keeps a failure as well.
    const [Page] = useState(() => lazy(loadAgain));
    return (
      <Suspense fallback={<p className={layout.muted}>Loading the page…</p>}>
        <Page />
      </Suspense>
    );
  };
}

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
