import { useState } from 'react';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { SettingSwitch } from '#web/ui/form/setting-switch.tsx';
import { preferences, setPreference } from '#web/lib/preferences.ts';
import { shortcuts } from '#web/ui/shortcuts.ts';
import { useSingleKeys } from '#web/ui/use-shortcuts.ts';
import { Button } from '#web/ui/parts/button.tsx';
import styles from './shortcuts-dialog.module.css';

type Row = { key: string; does: string };

/** Handled by what they are about. */
const ELSEWHERE: Row[] = [
  { key: 'Ctrl+K', does: 'Search or run a command' },
  { key: 'Escape', does: 'Close the dialog, menu or panel' },
];
const AFTER_A_CHANGE: Row[] = [
  { key: 'Ctrl+Z', does: 'Undo the last change' },
  { key: 'F6', does: 'Go to the line about the last change, and back' },
];
const IN_A_ROW: Row[] = [
  { key: 'ArrowRight', does: 'Next control of the row' },
  { key: 'ArrowLeft', does: 'Previous control of the row' },
];
const IN_A_FORM: Row[] = [
  { key: 'Ctrl+S', does: 'Submit the form' },
  { key: 'Ctrl+Enter', does: 'Submit the form' },
  { key: 'Ctrl+Shift+Enter', does: 'Create and add another' },
];

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [groups] = useState(() => [
    { title: 'On this page', rows: shortcuts.list('page') },
    { title: 'Everywhere', rows: [...shortcuts.list('everywhere'), ...ELSEWHERE] },
    { title: 'After a change', rows: AFTER_A_CHANGE },
    { title: 'In a row of a table', rows: preferences.get().rowStops ? IN_A_ROW : [] },
    { title: 'In a form', rows: IN_A_FORM },
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
      <SettingSwitch
        label="Single-key shortcuts"
        hint="Single keys act when you are not typing."
        checked={useSingleKeys()}
        onChange={(isOn) => setPreference({ singleKeys: isOn })}
      />
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">What it does</th>
          </tr>
        </thead>
        {groups
          .filter(({ rows }) => rows.length > 0)
          .map(({ title, rows }) => (
            <tbody key={title}>
              <tr>
                <th scope="rowgroup" colSpan={2}>
                  {title}
                </th>
              </tr>
              {rows.map(({ key, does }) => (
                <tr key={key}>
                  <td>
                    <Keys of={key} />
                  </td>
                  <td>{does}</td>
                </tr>
              ))}
            </tbody>
          ))}
      </table>
    </Dialog>
  );
}

/** `G B` is two keys one after the other, `Shift+X` two together. */
function Keys({ of }: { of: string }) {
  return of.split(' ').map((press, index) => (
    <span key={press}>
      {index > 0 && <span className={layout.muted}> then </span>}
      {press.split('+').map((key, place) => (
        <span key={key}>
          {place > 0 && ' + '}
          <kbd className={styles.key}>{SHORT_NAMES[key] ?? key}</kbd>
        </span>
      ))}
      {press in SIGNS && <span className={layout.muted}> {SIGNS[press]}</span>}
    </span>
  ));
}

const SHORT_NAMES: Record<string, string> = {
  Escape: 'Esc',
  Delete: 'Del',
  ArrowRight: '→',
  ArrowLeft: '←',
};

/** Screen readers leave them out. */
const SIGNS: Record<string, string> = {
  '.': 'full stop',
  '/': 'slash',
  '?': 'question mark',
  ArrowRight: 'right arrow',
  ArrowLeft: 'left arrow',
};
