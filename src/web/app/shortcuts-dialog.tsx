import '#web/styles/more.css';
import { Button, Kbd, Switch, Table } from '@mantine/core';
import { useState } from 'react';
import { setPreference } from '#web/lib/preferences.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { shortcuts } from '#web/ui/shortcuts.ts';
import { useSingleKeys } from '#web/ui/use-shortcuts.ts';

/** Handled by the parts that they are about. */
const elsewhere = [
  { key: 'Ctrl+K', does: 'Search or run a command' },
  { key: 'Escape', does: 'Close the dialog, menu or panel' },
];
const afterAChange = [
  { key: 'Ctrl+Z', does: 'Undo the last change' },
  { key: 'F6', does: 'Go to the notification of the last change, and back' },
];
const inARow = [
  { key: 'ArrowRight', does: 'Next control of the row' },
  { key: 'ArrowLeft', does: 'Previous control of the row' },
];
const inAForm = [
  { key: 'Ctrl+S', does: 'Submit the form' },
  { key: 'Ctrl+Enter', does: 'Submit the form' },
  { key: 'Ctrl+Shift+Enter', does: 'Create and add another' },
];

export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  // The page stays as it is while the dialog is open.
  const [groups] = useState(() => [
    { title: 'On this page', rows: shortcuts.list('page') },
    { title: 'Everywhere', rows: [...shortcuts.list('everywhere'), ...elsewhere] },
    { title: 'After a change', rows: afterAChange },
    { title: 'In a row of a table', rows: inARow },
    { title: 'In a form', rows: inAForm },
  ]);
  return (
    <Dialog
      title="Keyboard shortcuts"
      onClose={onClose}
      footer={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Switch
        label="Single-key shortcuts"
        description="Single keys act when you are not typing."
        checked={useSingleKeys()}
        onChange={(event) => setPreference({ singleKeys: event.currentTarget.checked })}
      />
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Key</Table.Th>
            <Table.Th scope="col">What it does</Table.Th>
          </Table.Tr>
        </Table.Thead>
        {groups
          .filter(({ rows }) => rows.length > 0)
          .map(({ title, rows }) => (
            <Table.Tbody key={title}>
              <Table.Tr>
                <Table.Th scope="rowgroup" colSpan={2}>
                  {title}
                </Table.Th>
              </Table.Tr>
              {rows.map(({ key, does }) => (
                <Table.Tr key={key}>
                  <Table.Td>
                    <Keys of={key} />
                  </Table.Td>
                  <Table.Td>{does}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          ))}
      </Table>
    </Dialog>
  );
}

/** `G B` is two keys one after the other, `Shift+X` two together. */
function Keys({ of }: { of: string }) {
  return of.split(' ').map((press, index) => (
    <span key={press}>
      {index > 0 && <span className="dim"> then </span>}
      {press.split('+').map((key, place) => (
        <span key={key}>
          {place > 0 && ' + '}
          <Kbd>{shortNames[key] ?? key}</Kbd>
        </span>
      ))}
      {signs[press] && <span className="dim"> {signs[press]}</span>}
    </span>
  ));
}

const shortNames: Record<string, string> = {
  Escape: 'Esc',
  Delete: 'Del',
  ArrowRight: '→',
  ArrowLeft: '←',
};

/** Screen readers leave the signs themselves out. */
const signs: Record<string, string> = {
  '.': 'full stop',
  '/': 'slash',
  '?': 'question mark',
  ArrowRight: 'right arrow',
  ArrowLeft: 'left arrow',
};
