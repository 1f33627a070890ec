import { Kbd, Switch, Table } from '@mantine/core';
import { useState } from 'react';
import { setPreference } from '#web/lib/preferences.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { shortcuts, useSingleKeys } from '#web/ui/use-shortcuts.ts';

/** Handled by the parts that they are about. */
const elsewhere = [
  { key: 'Ctrl+K', does: 'Search or run a command' },
  { key: 'Ctrl+Z', does: 'Undo the last change' },
  { key: 'F6', does: 'Go to the notification of the last change, and back' },
  { key: 'Escape', does: 'Close the dialog, menu or panel' },
];
const inRowsAndForms = [
  { key: '→', does: 'Next control of the row' },
  { key: '←', does: 'Previous control of the row' },
  { key: 'Ctrl+S', does: 'Submit the form, also by Ctrl+Enter' },
  { key: 'Ctrl+Shift+Enter', does: 'Create and add another' },
];

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  // The page stays as it is while the dialog is open.
  const [groups] = useState(() => ({
    'On this page': shortcuts.list('page'),
    Everywhere: [...shortcuts.list('everywhere'), ...elsewhere],
    'In a row or a form': inRowsAndForms,
  }));
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <Switch
        label="Single-key shortcuts"
        // Else the description would be part of the name.
        aria-label="Single-key shortcuts"
        description="Single keys act when you are not typing."
        checked={useSingleKeys()}
        onChange={(event) => setPreference({ singleKeys: event.currentTarget.checked })}
      />
      {Object.entries(groups).map(
        ([title, rows]) =>
          rows.length > 0 && (
            <Table
              key={title}
              captionSide="top"
              layout="fixed"
              styles={{ caption: { textAlign: 'start' } }}
              data={{
                caption: title,
                head: ['Key', 'What it does'],
                body: rows.map(({ key, does }) => [<Keys key={key} of={key} />, does]),
              }}
            />
          ),
      )}
    </Dialog>
  );
}

/** `G B` is two keys one after the other, `Shift+X` two together. */
const Keys = ({ of }: { of: string }) =>
  of.split(/( |\+)/).map((part, place) => {
    if (part === ' ') return ' then ';
    return part === '+' ? ' + ' : <Kbd key={place}>{part}</Kbd>;
  });
