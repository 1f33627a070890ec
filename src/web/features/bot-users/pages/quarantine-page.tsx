import Hourglass from 'lucide-react/icons/hourglass';
import { useEffect, useId, useState } from 'react';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { useWriteRefusal } from '#web/api/access.ts';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { useOpenPlan } from '#web/jobs/use-open-plan.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { lastList } from '#web/features/bot-users/data/last-opened.ts';
import { planDeletion } from '#web/features/bot-users/plan/build-plan.ts';
import {
  isUnchanged,
  quarantine,
  useQuarantine,
  type Entry,
} from '#web/features/bot-users/quarantine/quarantine.ts';
import { QuarantineTable } from '#web/features/bot-users/quarantine/quarantine-table.tsx';
import { useSeen } from '#web/features/bot-users/quarantine/use-seen.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { aboutTime } from '#web/lib/time.ts';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { useNow } from '#web/ui/relative-time.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Page } from '#web/ui/layout/page.tsx';
import { StateCard } from '#web/ui/layout/state-card.tsx';
import { Button, LinkButton } from '#web/ui/parts/button.tsx';

/** What waits to be deleted, and what became of it meanwhile. */
export function QuarantinePage() {
  const { cache, limiter } = useBotUsersContext();
  const plan = useOpenPlan();
  const deletion = useWriteRefusal(botUserEndpoints.remove);
  const blocked = plan.blocked ?? deletion;
  const receipt = useReceipt();
  const entries = useQuarantine();
  const now = useNow();
  const reasonId = useId();
  const { findChecked, check, isChecking, error } = useSeen();
  const [filter, setFilter] = useState<'all' | 'due'>('all');
  const seenOf = (id: string) => findChecked(id)?.bot;

  const due = entries.filter(({ dueAt }) => dueAt <= now);
  const shown = filter === 'due' ? due : entries;
  const ready = due.filter((entry) => isUnchanged(entry, seenOf(entry.id)));
  const gone = entries.filter(({ id }) => seenOf(id) === null);
  const ms = limiter.msFor(shown.length);

  // What was deleted from here has been reported by its job.
  useEffect(() => {
    const deleted = entries.filter(({ id }) => cache.changes.isDeleted(id));
    if (deleted.length > 0) quarantine.remove(deleted.map(({ id }) => id));
    // Only on opening: what a check finds gone is shown first.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  function remove(removed: Entry[]) {
    quarantine.remove(removed.map(({ id }) => id));
    receipt({ text: `${count(removed.length, 'bot user')} removed from quarantine.` });
  }

  function planToDelete() {
    const found = ready.flatMap(({ id }) => findChecked(id) ?? []);
    plan.open(
      planDeletion({
        bots: found.flatMap(({ bot }) => bot ?? []),
        loaded: cache.rows(),
        readAt: Math.min(...found.map(({ readAt }) => readAt)),
      }),
    );
  }

  const back = (
    <LinkButton variant="default" {...lastList.link()}>
      Back to bot users
    </LinkButton>
  );
  if (entries.length === 0)
    return (
      <Page title="Quarantine" heading="Quarantine">
        <StateCard icon={Hourglass} title="Nothing is in quarantine" actions={back}>
          <p>Select bot users in the list, then choose “Quarantine…”.</p>
        </StateCard>
      </Page>
    );
  return (
    <Page
      title="Quarantine"
      heading="Quarantine"
      lead={
        <p className={layout.muted}>
          {count(entries.length, 'bot user')}, {formatNumber(due.length)} due. The list is kept in
          this browser for this key, also after you sign out.
        </p>
      }
      actions={back}
    >
      <div className={layout.stack}>
        {!quarantine.isSaved() && (
          <Notice tone="warn" role="status" title="This browser does not keep the list.">
            Its storage is full or switched off. The list lasts until this tab is closed.
          </Notice>
        )}
        {error !== undefined && (
          <Notice
            tone="danger"
            role="alert"
            title="Not all were checked."
            details={detailsOf(error)}
          >
            {reasonOf(error, 'read')}
          </Notice>
        )}
        <section className={layout.card} aria-label="Quarantine list">
          <div className={layout.tools}>
            <Segmented
              legend="Show"
              value={filter}
              onChange={setFilter}
              options={[
                { value: 'all', text: 'All', count: formatNumber(entries.length) },
                { value: 'due', text: 'Due', count: formatNumber(due.length) },
              ]}
            />
            <span className={layout.grow} />
            {gone.length > 0 && (
              <Button size="xs" variant="default" onClick={() => remove(gone)}>
                Remove {formatNumber(gone.length)} gone
              </Button>
            )}
            {shown.length > 0 && (
              <BusyButton
                size="xs"
                variant="default"
                busy={isChecking}
                onClick={() => void check(shown.map(({ id }) => id))}
              >
                Check {formatNumber(shown.length)}
              </BusyButton>
            )}
            {ready.length > 0 && (
              <Button
                size="xs"
                variant="default"
                danger
                aria-disabled={blocked !== undefined || undefined}
                aria-describedby={blocked && reasonId}
                onClick={blocked === undefined ? planToDelete : undefined}
              >
                Plan to delete {formatNumber(ready.length)} due
              </Button>
            )}
          </div>
          {ready.length > 0 && blocked !== undefined && (
            <p id={reasonId} className={layout.line}>
              {blocked}
            </p>
          )}
          <p className={`${layout.line} ${layout.num}`}>
            Checking takes {count(shown.length, 'request')}
            {ms > 0 && `, ${aboutTime(ms)}`}.
            {ready.length < due.length &&
              ` ${formatNumber(due.length - ready.length)} due cannot be planned: changed since, or not checked.`}
          </p>
          <QuarantineTable
            entries={shown}
            now={now}
            seenOf={seenOf}
            onRemove={(entry) => remove([entry])}
          />
        </section>
      </div>
    </Page>
  );
}
