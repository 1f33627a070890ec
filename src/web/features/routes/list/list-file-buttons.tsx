import Download from 'lucide-react/icons/download';
import Upload from 'lucide-react/icons/upload';
import { useRef, useState } from 'react';
import { useConfig } from '#web/api/config.ts';
import { type KnownRoute, knownRoutes } from '#web/features/routes/known-routes.ts';
import { type ImportPlan, planImport, toListFile } from '#web/features/routes/list/list-file.ts';
import { download } from '#web/lib/download.ts';
import { count, shorten, shortId } from '#web/lib/format.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { icon } from '#web/ui/theme/icon.ts';
import { Button } from '#web/ui/parts/button.tsx';
import styles from '../routes.module.css';

/** @param onUnreadable a file was chosen that is no list of routes */
export function ListFileButtons({
  routes,
  onUnreadable,
}: {
  routes: readonly KnownRoute[];
  onUnreadable: (text: string) => void;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  const [plan, setPlan] = useState<ImportPlan>();
  const host = useConfig().service_host;

  async function read(file: File) {
    onUnreadable('');
    const planned = planImport(await file.text().catch(() => ''), routes, host);
    if (planned === undefined)
      onUnreadable(`${visibleText(file.name)} is not a list of routes. Nothing changed.`);
    else setPlan(planned);
  }

  return (
    <>
      {routes.length > 0 && (
        <Button
          variant="default"
          leftSection={<Download {...icon} />}
          onClick={() =>
            download(
              toListFile(routes, host),
              `routes-${host.replace(/\W+/g, '-')}.json`,
              'application/json',
            )
          }
        >
          Export list
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<Upload {...icon} />}
        onClick={() => chooser.current?.click()}
      >
        Import list
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="List of routes"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file can be chosen again.
          event.currentTarget.value = '';
          if (file) void read(file);
        }}
      />
      {plan && <ImportDialog plan={plan} onClose={() => setPlan(undefined)} />}
    </>
  );
}

const SHOWN = 20;

/** Shows what an import would add before it does. */
function ImportDialog({ plan, onClose }: { plan: ImportPlan; onClose: () => void }) {
  const receipt = useReceipt();
  const { fresh, known, unreadable, otherHost } = plan;

  function add() {
    onClose();
    const { added, undo } = knownRoutes().add(fresh);
    receipt({
      text: `${count(added, 'route')} imported.`,
      undo,
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
