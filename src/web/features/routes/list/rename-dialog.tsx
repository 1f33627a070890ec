import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { KnownRoute } from '#web/features/routes/known-route.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { shorten } from '#web/lib/format.ts';
import { nameOf } from '#web/ui/table/labels.ts';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';

type RenameDialogProps = {
  route: KnownRoute;
  onClose: () => void;
};

/** The label lives on this device: the service has none for a route. */
export function RenameDialog({ route, onClose }: RenameDialogProps) {
  const [label, setLabel] = useState(route.label);
  const receipt = useReceipt();
  const name = shorten(nameOf(route));

  function rename() {
    const previous = route.label;
    const next = label.trim();
    onClose();
    if (next === previous) return;
    knownRoutes().rename(route, next);
    receipt({
      text: (
        <>
          <strong>
            <UntrustedText text={name} />
          </strong>{' '}
          {next === '' ? (
            'has no label of its own now.'
          ) : (
            <>
              is now called <UntrustedText text={shorten(next)} />.
            </>
          )}
        </>
      ),
      undo: () => knownRoutes().rename(route, previous),
    });
  }

  return (
    <FormDialog
      title={
        <>
          Rename <UntrustedText text={name} />
        </>
      }
      onClose={onClose}
      submitLabel="Rename route"
      onSubmit={rename}
    >
      <TextInput
        data-autofocus
        label="Label"
        description={
          route.shared
            ? 'Seen in this browser only. Left empty, the shared label stands.'
            : 'Seen in this browser only. Left empty, the route’s id stands.'
        }
        autoComplete="off"
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
