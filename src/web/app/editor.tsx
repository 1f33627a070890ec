import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { runtimeConfig } from '#web/api/config.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

const EditorHistory = onDemand(() => import('#web/features/jobs/history.tsx'), 'EditorHistory');

/** The editor of one thing, and below it what has become of that: its code comes after the form. */
export const Component = () => (
  <>
    <Outlet />
    <Suspense>{runtimeConfig().history && <EditorHistory />}</Suspense>
  </>
);
