import { useEffect, useState, type ComponentType } from 'react';
import {
  createBrowserRouter,
  Outlet,
  replace,
  RouterProvider,
  useLocation,
  type RouteObject,
} from 'react-router-dom';
import { runtimeConfig } from '#web/api/config.ts';
import { BrokenFrame, ErrorPage, NotFoundPage } from '#web/app/error-pages.tsx';
import { Shell } from '#web/app/shell.tsx';
import { BotUsersPage } from '#web/features/bot-users/bot-users-page.tsx';
import { paths, safeNext } from '#web/paths.ts';
import { loadAtLast, onDemand } from '#web/ui/on-demand.tsx';

const EditorHistory = onDemand(() => import('#web/features/jobs/history.tsx'), 'EditorHistory');

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

/** The editor of one thing, and below it what has become of that: its code comes after the form. */
const Editor = () => (
  <>
    <Outlet />
    {runtimeConfig().history && <EditorHistory />}
  </>
);

/** A page whose code is fetched when it is opened. Until it has come the page before stays, with what is typed. */
const page = (path: string, load: () => Promise<{ Component: ComponentType }>): RouteObject => ({
  path,
  lazy: () => loadAtLast(load),
});

const pages: RouteObject[] = [
  // The address that redirects leaves no entry in the browser's history, or Back would redirect again. An element, or
  // the router warns in the console.
  { path: '/', element: null, loader: () => replace(paths.botUsers) },
  {
    path: paths.signIn,
    element: null,
    loader: ({ request }) => replace(safeNext(new URL(request.url).searchParams.get('next'))),
  },
  { path: paths.botUsers, element: <BotUsersPage /> },
  page(paths.botUserNew, () => import('#web/features/bot-users/new-page.tsx')),
  page(paths.botUserImport, () => import('#web/features/bot-users/import-page.tsx')),
  page(paths.plan, () => import('#web/app/plan-page.tsx')),
  page(paths.routes, () => import('#web/features/routes/routes-page.tsx')),
  page(paths.applyToRoutes, () => import('#web/features/routes/apply-page.tsx')),
  {
    element: <Editor />,
    children: [
      page(paths.botUser, () => import('#web/features/bot-users/edit-page.tsx')),
      page(paths.ipRestriction, () => import('#web/features/routes/restriction-page.tsx')),
    ],
  },
  page(paths.history, () => import('#web/features/jobs/history-page.tsx')),
  page(paths.policies, () => import('#web/features/routes/policies-page.tsx')),
  page(paths.settings, () => import('#web/features/settings/settings-page.tsx')),
  { path: '*', element: <NotFoundPage /> },
];

const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <BrokenFrame />,
    children: [
      {
        element: <PageOfAddress />,
        errorElement: <ErrorPage />,
        // Below the bar while the code of the page is being fetched.
        hydrateFallbackElement: <p className="starting">Loading…</p>,
        children: pages,
      },
    ],
  },
];
