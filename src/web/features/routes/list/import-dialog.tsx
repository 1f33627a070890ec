import { Button } from '@mantine/core';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import type { ImportPlan } from '#web/features/routes/list/route-list-file.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { count, shorten, shortId } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import styles from './routes.module.css';

const SHOWN = 20;

/** Shows what an import would add before it does. */
export function ImportDialog({ plan, onClose }: { plan: ImportPlan; onClose: () => void }) {
  const receipt = useReceipt();
  const { fresh, known, unreadable, otherHost } = plan;

  function add() {
    onClose();
    const added = knownRoutes().add(fresh);
    receipt({
      text: `${count(added, 'route')} imported.`,
      undo: () => {
        for (const route of fresh) knownRoutes().remove(route);
      },
    });
  }

  return (
    <Dialog
      title="Import routes"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {fresh.length === 0 ? 'Close' : 'Cancel'}
          </Button>
          {fresh.length > 0 && <Button onClick={add}>Import routes</Button>}
        </>
      }
    >
      {otherHost !== undefined && fresh.length > 0 && (
        <Notice
          tone="warn"
          title={
            <>
              This list was made for <UntrustedText text={shorten(otherHost)} />.
            </>
          }
        >
          Its routes may not exist on the service that this page is connected to.
        </Notice>
      )}
      <p>
        {fresh.length === 0
          ? 'Nothing to import.'
          : `${count(fresh.length, 'route')} will be added.`}{' '}
        {known > 0 && `${known} already here, left as they are. `}
        {unreadable > 0 && `${count(unreadable, 'row')} could not be read.`}
      </p>
      {fresh.length > 0 && (
        <ul className={styles.plain} aria-label="Routes to add">
          {fresh.slice(0, SHOWN).map(({ edge_id, id, label }) => (
            <li key={`${edge_id} ${id}`}>
              <UntrustedText text={shorten(label.trim() || id)} />{' '}
              <span className={`${layout.mono} ${layout.muted}`}>
                <UntrustedText text={shortId(edge_id)} /> / <UntrustedText text={shortId(id)} />
              </span>
            </li>
          ))}
          {fresh.length > SHOWN && <li>and {fresh.length - SHOWN} more</li>}
        </ul>
      )}
    </Dialog>
  );
}
