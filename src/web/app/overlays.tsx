import { createElement } from 'react';
import { createStore } from '#web/lib/store.ts';
import { session } from '#web/session/session.ts';
import { useCloseOnLeave } from '#web/ui/leaving.ts';
import { notify } from '#web/ui/notify.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

const overlays = {
  changes: onDemand(
    () => import('#web/features/jobs/recent-changes-drawer.tsx'),
    'RecentChangesDrawer',
  ),
  palette: onDemand(() => import('#web/app/palette.tsx'), 'Palette'),
  requests: onDemand(() => import('#web/features/requests/requests-drawer.tsx'), 'RequestsDrawer'),
  shortcuts: onDemand(() => import('#web/app/shortcuts-dialog.tsx'), 'ShortcutsDialog'),
  signOutUnsaved: onDemand(() => import('#web/app/sign-out.tsx'), 'SignOutUnsaved'),
  signOutWithJob: onDemand(() => import('#web/app/sign-out.tsx'), 'SignOutWithJob'),
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
  const name = overlay.use();
  const isLeft = useCloseOnLeave(close);
  return name && !isLeft && createElement(overlays[name], { key: name, onClose: close });
}
