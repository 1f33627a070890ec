import { useState } from 'react';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { shorten } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';
import { nameOf } from '#web/ui/safe-line.ts';

/** The label lives on this device: the service has none for a route. */
export function RenameDialog({ route, onClose }: { route: KnownRoute; onClose: () => void }) {
  const [label, setLabel] = useState(route.label);
  const receipt = useReceipt();
  const hasKey = session.containsKey(label);
  const name = shorten(nameOf(route));

  function rename() {
    // It would be kept on this device.
    if (hasKey) return;
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
          </strong>
          {next === '' ? ': label removed.' : ' is now called '}
          {next && <UntrustedText text={shorten(next)} />}
          {next && '.'}
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
        description={`Seen in this browser only. Leave empty to use the ${route.shared ? 'shared label' : 'route’s id'}. Text before a “/” is the group.`}
        autoComplete="off"
        value={label}
        error={hasKey && <FieldError text="This is your API key: take it out." alert />}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
