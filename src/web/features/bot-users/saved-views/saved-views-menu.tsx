import { Button, Menu } from '@mantine/core';
import Bookmark from 'lucide-react/icons/bookmark';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { SaveViewDialog } from '#web/features/bot-users/saved-views/save-view-dialog.tsx';
import {
  queryOf,
  useSavedViews,
  type SavedView,
} from '#web/features/bot-users/saved-views/saved-views.ts';
import { paths } from '#web/paths.ts';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { icon } from '#web/ui/theme/icon.ts';
import { toSafeLine } from '#web/ui/table/labels.ts';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import styles from './saved-views-menu.module.css';

const names = new Intl.Collator(undefined, { numeric: true });

/** Named addresses of the list, kept on this device. */
export function SavedViewsMenu() {
  const { views } = useSavedViews();
  const current = queryOf(useLocation().search);
  const [isSaving, setSaving] = useState(false);
  return (
    <>
      <Menu keepMounted={false}>
        <Menu.Target>
          <Button variant="subtle" size="xs" leftSection={<Bookmark {...icon} />}>
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={styles.menu}>
          {views.length > 0 && (
            <>
              {views
                .toSorted((a, b) => names.compare(a.name, b.name))
                .map((view) => (
                  <ViewItems key={view.name} view={view} isCurrent={view.query === current} />
                ))}
              <Menu.Divider />
            </>
          )}
          <Menu.Item onClick={() => setSaving(true)}>Save this view…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSaving && <SaveViewDialog query={current} onClose={() => setSaving(false)} />}
    </>
  );
}

/** Two items of the menu in one line: arrow keys go from the one to the other. */
function ViewItems({ view: { name, query }, isCurrent }: { view: SavedView; isCurrent: boolean }) {
  const receipt = useReceipt();
  const { remove } = useSavedViews();

  function press() {
    const undo = remove(name);
    receipt({
      text: (
        <>
          View{' '}
          <strong>
            <UntrustedText text={name} />
          </strong>{' '}
          removed.
        </>
      ),
      undo,
    });
  }

  return (
    <div role="presentation" className={styles.view}>
      <Menu.Item
        component={Link}
        to={{ pathname: paths.botUsers, search: query }}
        aria-current={isCurrent || undefined}
        leftSection={isCurrent ? <Check {...icon} /> : <span className={styles.unmarked} />}
      >
        <UntrustedText text={name} />
      </Menu.Item>
      <Menu.Item aria-label={`Remove view ${toSafeLine(name)}`} onClick={press}>
        <X {...icon} />
      </Menu.Item>
    </div>
  );
}
