import type { RouteObject } from 'react-router-dom';
import { Navigate } from 'react-router-dom';
import { ErrorPage } from '#web/app/error-page.tsx';
import { NotFoundPage } from '#web/app/not-found-page.tsx';
import { Shell } from '#web/app/shell.tsx';
import { paths } from '#web/paths.ts';

export const routes: RouteObject[] = [
  {
    ErrorBoundary: ErrorPage,
    HydrateFallback: () => null,
    children: [
      {
        path: paths.signIn,
        lazy: async () => ({
          Component: (await import('#web/features/sign-in/sign-in-page.tsx')).SignInPage,
        }),
      },
      {
        Component: Shell,
        children: [
          {
            ErrorBoundary: ErrorPage,
            children: [
              { path: '/', element: <Navigate to={paths.botUsers} replace /> },
              {
                path: paths.botUsers,
                lazy: async () => ({
                  Component: (await import('#web/features/bot-users/bot-users-page.tsx'))
                    .BotUsersPage,
                }),
              },
              {
                path: paths.botUserNew,
                lazy: async () => ({
                  Component: (await import('#web/features/bot-users/new-bot-user-page.tsx'))
                    .NewBotUserPage,
                }),
              },
              {
                path: paths.botUser,
                lazy: async () => ({
                  Component: (await import('#web/features/bot-users/edit-bot-user-page.tsx'))
                    .EditBotUserPage,
                }),
              },
              {
                path: paths.routes,
                lazy: async () => ({
                  Component: (await import('#web/features/routes/routes-page.tsx')).RoutesPage,
                }),
              },
              {
                path: paths.ipRestriction,
                lazy: async () => ({
                  Component: (await import('#web/features/routes/ip-restriction-page.tsx'))
                    .IpRestrictionPage,
                }),
              },
              { path: '*', Component: NotFoundPage },
            ],
          },
        ],
      },
    ],
  },
];
