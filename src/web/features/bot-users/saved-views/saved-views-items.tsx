import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import {
  queryOf,
  useSavedViews,
  type SavedView,
} from '#web/features/bot-users/saved-views/saved-views.ts';
import { paths } from '#web/paths.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { MenuItem, MenuLabel } from '#web/ui/menu/menu-panel.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { toSafeLine } from '#web/ui/safe-line.ts';
import { icon } from '#web/ui/icon.ts';
import { TextInput } from '#web/ui/parts/text-input.tsx';
import styles from './saved-views-items.module.css';

const names = new Intl.Collator(undefined, { numeric: true });

/** Items of a menu: named addresses of the list, kept on this device. */
export function SavedViews({ onSave }: { onSave: () => void }) {
  const { views } = useSavedViews();
  const current = queryOf(useLocation().search);
  return (
    <>
      {views.length > 0 && <MenuLabel>Views</MenuLabel>}
      {views
        .toSorted((a, b) => names.compare(a.name, b.name))
        .map((view) => (
          <ViewItems key={view.name} view={view} isCurrent={view.query === current} />
        ))}
      <MenuItem onClick={onSave}>Save this view…</MenuItem>
    </>
  );
}

/** Two items of the menu in one line: arrow keys go from the one to the other. */
function ViewItems({ view: { name, query }, isCurrent }: { view: SavedView; isCurrent: boolean }) {
  const receipt = useViewReceipt();
  const { remove } = useSavedViews();
  return (
    <div role="presentation" className={styles.view}>
      <MenuItem
        component={Link}
        to={{ pathname: paths.botUsers, search: query }}
        aria-current={isCurrent || undefined}
        leftSection={isCurrent ? <Check {...icon} /> : <span className={styles.unmarked} />}
      >
        <UntrustedText text={name} />
      </MenuItem>
      <MenuItem
        aria-label={`Remove view ${toSafeLine(name)}`}
        onClick={() => receipt(name, 'removed', remove(name))}
      >
        <X {...icon} />
      </MenuItem>
    </div>
  );
}

export function SaveViewDialog({ onClose }: { onClose: () => void }) {
  const query = queryOf(useLocation().search);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const { views, save } = useSavedViews();
  const receipt = useViewReceipt();
  const replaces = views.some((view) => view.name === name.trim());

  function submit() {
    const saved = save(name, query);
    setProblem(saved.problem);
    if (saved.problem !== undefined) return;
    onClose();
    receipt(name.trim(), replaces ? 'replaced' : 'saved', saved.undo);
  }

  return (
    <FormDialog
      title="Save this view"
      onClose={onClose}
      submitLabel={replaces ? 'Replace view' : 'Save view'}
      onSubmit={submit}
    >
      <TextInput
        data-autofocus
        label="Name"
        description={
          query === ''
            ? 'No filter is on. The view stays on this device.'
            : 'The filter, the order and the grouping of the list, without its rows. It stays on this device.'
        }
        autoComplete="off"
        value={name}
        error={problem && <FieldError text={problem} alert />}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <p aria-live="polite" className={layout.small}>
        {replaces && 'A view of this name exists. It will be replaced.'}
      </p>
    </FormDialog>
  );
}

function useViewReceipt() {
  const receipt = useReceipt();
  return (name: string, what: string, undo: () => void) =>
    receipt({
      text: (
        <>
          View{' '}
          <strong>
            <UntrustedText text={name} />
          </strong>{' '}
          {what}.
        </>
      ),
      undo,
    });
}
