import { lazy, useSyncExternalStore } from 'react';
import { createStore } from '#web/lib/emitter.ts';
import { session } from '#web/session/session.ts';
import { OnDemand } from '#web/ui/on-demand.tsx';

const overlays = {
  changes: lazy(async () => ({
    default: (await import('#web/features/jobs/recent-changes-drawer.tsx')).RecentChangesDrawer,
  })),
  palette: lazy(() => import('#web/app/palette.tsx')),
  requests: lazy(async () => ({
    default: (await import('#web/features/requests/requests-drawer.tsx')).RequestsDrawer,
  })),
  shortcuts: lazy(() => import('#web/app/shortcuts-dialog.tsx')),
  signOut: lazy(() => import('#web/app/sign-out-dialog.tsx')),
};

/** What is open over the page, whoever opened it: the bar, its menu, a key or the palette. */
export const overlay = createStore<keyof typeof overlays | undefined>(undefined);
session.onEnd(() => overlay.set(undefined));

const close = () => overlay.set(undefined);

export function Overlays() {
  const name = useSyncExternalStore(overlay.subscribe, overlay.get);
  const Overlay = name && overlays[name];
  return <OnDemand key={name}>{Overlay && <Overlay onClose={close} />}</OnDemand>;
}
