import {
  createBrowserRouter,
  Outlet,
  redirect,
  useLocation,
  type RouteObject,
} from 'react-router-dom';
import { ErrorPage, FramelessErrorPage, NotFoundPage } from '#web/app/error-page.tsx';
import { Shell } from '#web/app/shell.tsx';
import { BotUsersPage } from '#web/features/bot-users/pages/bot-users-page.tsx';
import { paths, safeNext } from '#web/paths.ts';

/** No state of one bot user may reach the next. */
function PageFrame() {
  const { pathname } = useLocation();
  return <Outlet key={pathname} />;
}

const pages: RouteObject[] = [
  { path: '/', loader: () => redirect(paths.botUsers) },
  {
    path: paths.signIn,
    loader: ({ request }) => redirect(safeNext(new URL(request.url).searchParams.get('next'))),
  },
  { path: paths.botUsers, element: <BotUsersPage /> },
  {
    path: paths.quarantine,
    lazy: async () => ({
      Component: (await import('#web/features/bot-users/pages/quarantine-page.tsx')).QuarantinePage,
    }),
  },
  {
    path: paths.botUserNew,
    lazy: async () => ({
      Component: (await import('#web/features/bot-users/pages/new-bot-user-page.tsx'))
        .NewBotUserPage,
    }),
  },
  {
    path: paths.botUser,
    lazy: async () => ({
      Component: (await import('#web/features/bot-users/pages/edit-bot-user-page.tsx'))
        .EditBotUserPage,
    }),
  },
  {
    path: paths.plan,
    lazy: async () => ({ Component: (await import('#web/app/plan-page.tsx')).AppPlanPage }),
  },
  {
    path: paths.routes,
    lazy: async () => ({
      Component: (await import('#web/features/routes/list/routes-page.tsx')).RoutesPage,
    }),
  },
  {
    path: paths.applyToRoutes,
    lazy: async () => ({
      Component: (await import('#web/features/routes/apply/apply-page.tsx')).ApplyPage,
    }),
  },
  {
    path: paths.settings,
    lazy: async () => ({
      Component: (await import('#web/features/settings/settings-page.tsx')).SettingsPage,
    }),
  },
  {
    path: paths.ipRestriction,
    lazy: async () => ({
      Component: (await import('#web/features/routes/editor/ip-restriction-page.tsx'))
        .IpRestrictionPage,
    }),
  },
  { path: '*', element: <NotFoundPage /> },
];

export const createRouter = () =>
  createBrowserRouter([
    {
      element: <Shell />,
      errorElement: <FramelessErrorPage />,
      hydrateFallbackElement: <></>,
      children: [{ element: <PageFrame />, errorElement: <ErrorPage />, children: pages }],
    },
  ]);
