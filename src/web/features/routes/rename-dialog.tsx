import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { knownRoutes, type KnownRoute } from '#web/features/routes/known-routes.ts';
import { shorten } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { nameOf } from '#web/ui/safe-line.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

/** The label lives on this device: the service has none for a route. */
export function RenameDialog({ route, onClose }: { route: KnownRoute; onClose: () => void }) {
  const [label, setLabel] = useState(route.label);
  // It would be kept on this device.
  const hasKey = session.containsKey(label);
  const name = <UntrustedText text={shorten(nameOf(route))} />;

  function rename() {
    if (hasKey) return;
    const next = label.trim();
    onClose();
    if (next === route.label) return;
    knownRoutes().rename(route, next);
    const text = next === '' ? 'has no label now' : 'is now called ';
    notify({
      text: (
        <>
          <strong>{name}</strong> {text}
          <UntrustedText text={shorten(next)} />.
        </>
      ),
      undo: () => knownRoutes().rename(route, route.label),
    });
  }

  return (
    <Dialog
      title={<>Rename {name}</>}
      onClose={onClose}
      submit={{ label: 'Rename route', run: rename, isDirty: label !== route.label }}
    >
      <TextInput
        data-autofocus
        label="Label"
        description={`Seen in this browser only. Leave empty to use the ${route.shared ? 'shared label' : 'route’s id'}.`}
        autoComplete="off"
        value={label}
        error={hasKey && 'This is your API key: take it out.'}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
    </Dialog>
  );
}
