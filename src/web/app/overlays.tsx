import { useWindowEvent } from '@mantine/hooks';
import { createElement, Suspense, useSyncExternalStore } from 'react';
import { createStore } from '#web/lib/emitter.ts';
import { session } from '#web/session/session.ts';
import { useCloseOnLeave } from '#web/ui/leaving.ts';
import { notify } from '#web/ui/notify.ts';
import { lazyPart } from '#web/ui/on-demand.tsx';

const overlays = {
  changes: lazyPart(
    () => import('#web/features/jobs/recent-changes-drawer.tsx'),
    'RecentChangesDrawer',
  ),
  palette: lazyPart(() => import('#web/app/palette.tsx'), 'Palette'),
  requests: lazyPart(() => import('#web/features/requests/requests-drawer.tsx'), 'RequestsDrawer'),
  shortcuts: lazyPart(() => import('#web/app/shortcuts-dialog.tsx'), 'ShortcutsDialog'),
  signOutUnsaved: lazyPart(() => import('#web/app/sign-out.tsx'), 'SignOutUnsaved'),
  signOutWithJob: lazyPart(() => import('#web/app/sign-out.tsx'), 'SignOutWithJob'),
};

/** What is open over the page, whoever opened it: the bar, its menu, a key or the palette. */
export const overlay = createStore<keyof typeof overlays | undefined>(undefined);
session.onEnd(() => {
  overlay.set(undefined);
  // It names what the next person may not know of, and undoes it.
  notify(undefined);
});

const close = () => overlay.set(undefined);

export function Overlays() {
  const name = useSyncExternalStore(overlay.subscribe, overlay.get);
  useCloseOnLeave(close);
  return (
    <Suspense key={name} fallback={<Loading />}>
      {name && createElement(overlays[name], { onClose: close })}
    </Suspense>
  );
}

/** Something is open already: until its code is there, Escape closes it and other keys do nothing. */
function Loading() {
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && close());
  return <div role="dialog" aria-label="Loading" className="visually-hidden" />;
}
