import { useEffect, useState, type ComponentType } from 'react';
import {
  createBrowserRouter,
  Outlet,
  redirect,
  RouterProvider,
  useLocation,
  type RouteObject,
} from 'react-router-dom';
import { ErrorPage, FramelessErrorPage, NotFoundPage } from '#web/app/error-pages.tsx';
import { Shell } from '#web/app/shell.tsx';
import { BotUsersPage } from '#web/features/bot-users/bot-users-page.tsx';
import { paths, safeNext } from '#web/paths.ts';

/** Everything for a person who is signed in. */
export function App() {
  const [router] = useState(() => createBrowserRouter(routes));
  useEffect(() => () => router.dispose(), [router]);
  return <RouterProvider router={router} />;
}

/** No state of one bot user may reach the next. */
function PageOfAddress() {
  const { pathname } = useLocation();
  return <Outlet key={pathname} />;
}

/** A page whose code is fetched when it is opened. */
const page = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
});

/** With the history of what is edited. */
const editors: RouteObject[] = [
  { path: paths.botUser, lazy: () => import('#web/features/bot-users/edit-page.tsx') },
  { path: paths.ipRestriction, lazy: () => import('#web/features/routes/restriction-page.tsx') },
];

const pages: RouteObject[] = [
  { path: '/', loader: () => redirect(paths.botUsers) },
  {
    path: paths.signIn,
    loader: ({ request }) => redirect(safeNext(new URL(request.url).searchParams.get('next'))),
  },
  { path: paths.botUsers, element: <BotUsersPage /> },
  { path: paths.botUserNew, lazy: () => import('#web/features/bot-users/new-page.tsx') },
  { path: paths.botUserImport, lazy: () => import('#web/features/bot-users/import-page.tsx') },
  page(paths.plan, async () => (await import('#web/app/plan-page.tsx')).AppPlanPage),
  { path: paths.routes, lazy: () => import('#web/features/routes/routes-page.tsx') },
  { path: paths.applyToRoutes, lazy: () => import('#web/features/routes/apply-page.tsx') },
  { lazy: () => import('#web/app/editor.tsx'), children: editors },
  { path: paths.history, lazy: () => import('#web/features/jobs/history-page.tsx') },
  { path: paths.policies, lazy: () => import('#web/features/routes/policies-page.tsx') },
  page(
    paths.settings,
    async () => (await import('#web/features/settings/settings-page.tsx')).SettingsPage,
  ),
  { path: '*', element: <NotFoundPage /> },
];

const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <FramelessErrorPage />,
    children: [
      {
        element: <PageOfAddress />,
        errorElement: <ErrorPage />,
        // The bar is there while the code of the page is being fetched.
        hydrateFallbackElement: <></>,
        children: pages,
      },
    ],
  },
];
