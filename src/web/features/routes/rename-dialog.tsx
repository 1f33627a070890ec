import { Button, TextInput } from '@mantine/core';
import { useId, useState, type SubmitEvent } from 'react';
import { knownRoutes, type KnownRoute } from '#web/features/routes/known-routes.ts';
import { shorten } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { nameOf } from '#web/ui/safe-line.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

/** The label lives on this device: the service has none for a route. */
export function RenameDialog({ route, onClose }: { route: KnownRoute; onClose: () => void }) {
  const [label, setLabel] = useState(route.label);
  const formId = useId();
  // It would be kept on this device.
  const hasKey = session.containsKey(label);
  const name = <UntrustedText text={shorten(nameOf(route))} />;

  function rename(event: SubmitEvent) {
    event.preventDefault();
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
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton form={formId}>Rename route</SubmitButton>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={rename}>
        <TextInput
          data-autofocus
          label="Label"
          description={`Seen in this browser only. Leave empty to use the ${route.shared ? 'shared label' : 'route’s id'}.`}
          autoComplete="off"
          value={label}
          error={hasKey && 'This is your API key: take it out.'}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
