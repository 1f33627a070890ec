import { createElement, Suspense, use, type ComponentType } from 'react';
import { Navigate, Outlet, useLocation, useRoutes, type RouteObject } from 'react-router-dom';
import { ErrorBoundary } from '#web/app/crash-page.tsx';
import { ErrorPage, FramelessErrorPage, NotFoundPage } from '#web/app/error-page.tsx';
import { ScrollPlaces } from '#web/app/page-router.tsx';
import { latePages } from '#web/app/pages.ts';
import { Shell, SignInFrame } from '#web/app/shell.tsx';
import { BotUsersPage } from '#web/features/bot-users/pages/bot-users-page.tsx';
import { SignInPage } from '#web/features/sign-in/sign-in-page.tsx';
import type { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { paths } from '#web/paths.ts';
import layout from '#web/ui/layout/layout.module.css';

/** Every page of the app. */
export function Pages() {
  const { key } = useLocation();
  const page = useRoutes(routes);
  return (
    <ErrorBoundary resetKey={key} renderError={(error) => <FramelessErrorPage error={error} />}>
      <Suspense>{page}</Suspense>
    </ErrorBoundary>
  );
}

/** Inside the shell. Any navigation, also to the same address, replaces an error by the page. */
function PageFrame() {
  const { key, pathname } = useLocation();
  return (
    <ErrorBoundary resetKey={key} renderError={(error) => <ErrorPage error={error} />}>
      <Suspense fallback={<p className={layout.muted}>Loading the page…</p>}>
        {/* No state of one bot user may reach the next. */}
        <Outlet key={pathname} />
        <ScrollPlaces />
      </Suspense>
    </ErrorBoundary>
  );
}

/** A page whose code is fetched when it is first opened; after a failure again at each opening. */
function LatePage({ late }: { late: LazyChunk<ComponentType> }) {
  const { key } = useLocation();
  return createElement(late.part ?? use(late.fetchOnce(key)));
}

const routes: RouteObject[] = [
  {
    element: <SignInFrame />,
    children: [{ path: paths.signIn, element: <SignInPage /> }],
  },
  {
    element: <Shell />,
    children: [
      {
        element: <PageFrame />,
        children: [
          { path: '/', element: <Navigate to={paths.botUsers} replace /> },
          { path: paths.botUsers, element: <BotUsersPage /> },
          ...Object.entries(latePages).map(([path, late]) => ({
            path,
            element: <LatePage late={late} />,
          })),
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
];
