import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { isSame, type MaybeRestriction, type RestrictionRead } from '#bulk/restriction.ts';
import type { RouteIds } from '#bulk/route-ids.ts';
import { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { queryClient } from '#web/api/query-client.ts';
import { useKnownPolicies } from '#web/features/routes/policies.ts';
import { isPending } from '#web/features/routes/policy-lines.ts';
import { changeOf, readRestriction, restrictionQuery } from '#web/features/routes/queries.ts';
import { refusedPolicies } from '#web/features/routes/refused-policies.ts';
import {
  isDirty,
  openDraft,
  withTyped,
  type Draft,
} from '#web/features/routes/restriction-draft.ts';
import {
  useRestrictionWrite,
  type Sent,
  type WriteOutcome,
} from '#web/features/routes/use-restriction-write.tsx';
import { requestUndo } from '#web/jobs/current-job.ts';
import { takeDraft, useKeptDraft } from '#web/session/drafts.ts';
import { notify } from '#web/ui/notify.ts';
import { UntrustedName } from '#web/ui/untrusted-text.tsx';

/** State of the navigation of an Undo: the earlier IP restriction, `null` for none. */
const RestoreRequest = z.object({ restore: z.nullable(IpRestrictionReplace) });

const MADE_ELSEWHERE = 'Nothing to apply: the same change was made elsewhere.';

/** Ids of elements that get the focus from elsewhere. */
export const POLICY_FIELD = 'add-ip-policies';

export type Editor = ReturnType<typeof useRestrictionEditor>;

/**
 * The editor of one route. Without changes it shows the last read; the first change makes a draft, which ends by its
 * own buttons only. Nothing is sent that was not reviewed beside a read of that moment.
 *
 * @param read `undefined` until the route has been read
 */
export function useRestrictionEditor(
  route: RouteIds,
  label: string,
  read: RestrictionRead | undefined,
) {
  const location = useLocation();
  const navigate = useNavigate();
  const { pathname } = location;
  const policies = useKnownPolicies();
  // Only this hook keeps a draft at this address.
  const [edited, setEdited] = useState(() => takeDraft(pathname) as Draft | undefined);
  /** What is to be sent, `null` for a removal, beside the read that it would replace. */
  const [dialog, setDialog] = useState<{ wanted: MaybeRestriction; now: RestrictionRead }>();
  /** Waits for the answer whether the draft may go. */
  const [discarding, setDiscarding] = useState<{ proceed: () => void }>();
  const [mismatch, setMismatch] = useState<Record<'sent' | 'saved', MaybeRestriction>>();
  const [note, setNote] = useState('');
  const write = useRestrictionWrite(route, settle);
  const reading = useMutation({
    mutationFn: (_wanted: MaybeRestriction) => readRestriction(route),
  });
  const opened = useMemo(() => read && openDraft(read), [read]);
  const draft = edited ?? opened;
  const dirty = edited !== undefined && isDirty(edited);
  useKeptDraft(pathname, dirty ? edited : undefined);

  function edit(change: (draft: Draft) => Draft) {
    reading.reset();
    setNote('');
    setEdited((previous) => {
      const from = previous ?? opened;
      return from && change(from);
    });
  }

  /** The form shows the present state; `text` says why. */
  function startOver(text: string) {
    setEdited(undefined);
    setDialog(undefined);
    setMismatch(undefined);
    setNote(text);
    write.forgetProblem();
  }

  /** Nothing is sent over a change that the person has not seen. */
  function ask(wanted: MaybeRestriction, now: RestrictionRead) {
    write.forgetProblem();
    if (now.missing) setDialog(undefined);
    else if (isSame(now.restriction, wanted)) startOver(MADE_ELSEWHERE);
    else setDialog({ wanted, now });
  }

  const readAndAsk = (wanted: MaybeRestriction) =>
    reading.isPending || reading.mutate(wanted, { onSuccess: (now) => ask(wanted, now) });

  function review(from: Draft) {
    const next = withTyped(from, policies);
    const isOpen = isPending(next.input);
    const hasChanges = !isSame(next.wanted, next.base.restriction);
    setEdited(next);
    setNote(isOpen || hasChanges ? '' : 'Nothing to apply.');
    if (isOpen) document.getElementById(POLICY_FIELD)?.focus();
    else if (hasChanges) readAndAsk(next.wanted);
  }

  /** @param proceed may drop the draft */
  function confirmDiscard(proceed: () => void) {
    if (dirty) setDiscarding({ proceed });
    else proceed();
  }

  /** An Undo or an earlier version: as a draft, by its review. */
  function restore(wanted: MaybeRestriction) {
    confirmDiscard(() => {
      if (wanted === null) readAndAsk(null);
      else if (opened) review({ ...opened, wanted });
    });
  }

  function settle(outcome: WriteOutcome, { change: { wanted }, isCheck }: Sent) {
    if (outcome.kind === 'saved') {
      const { before, now, isAsSent } = outcome;
      const isRemoved = now.restriction === null;
      startOver('');
      setMismatch(isAsSent ? undefined : { sent: wanted, saved: now.restriction });
      notify({
        text: (
          <>
            IP restriction {isRemoved ? 'removed from' : 'applied to'}{' '}
            <UntrustedName text={label} />.
          </>
        ),
        undo: () => requestUndo('route', changeOf(route, before.restriction, now.restriction)),
      });
    } else if (outcome.kind === 'changedMeanwhile' && dialog) {
      const { now } = outcome;
      ask(dialog.wanted, now);
      if (!isSame(now.restriction, dialog.now.restriction))
        return 'It was changed elsewhere. This is how it is now.';
      return isCheck
        ? 'It is as it was before. Try again.'
        : 'The service reports a change, but nothing differs. Try again.';
    } else if (outcome.kind === 'notFound') setDialog(undefined);
    else if (outcome.kind === 'refused' && wanted) {
      const refused = refusedPolicies(outcome.error, wanted.ip_policy_ids);
      if (Object.keys(refused).length === 0) return undefined;
      setDialog(undefined);
      edit((before) => ({ ...before, refused }));
    }
    return undefined;
  }

  useEffect(() => {
    const request = z.safeParse(RestoreRequest, location.state);
    if (!read || !request.success) return;
    // Taken: a reload of the page must not ask again.
    void navigate(pathname, { replace: true });
    restore(request.data.restore);
    // Once for each navigation, as soon as there is something to restore it into.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [read !== undefined, location.key]);

  return {
    draft,
    dirty,
    dialog,
    discarding,
    reading,
    mismatch,
    note,
    write,
    edit,
    startOver,
    restore,
    review,
    confirmDiscard,
    readAndAsk,
    keepTheirs() {
      startOver('');
      notify({ text: 'Kept their version.' });
    },
    apply: (wanted: MaybeRestriction) => dialog && write.send({ basis: dialog.now, wanted }),
    closeDialog() {
      if (write.isBusy) return;
      setDialog(undefined);
      // The page shows what became of it, or why it cannot be read.
      if (write.isUnsure)
        void queryClient
          .query({ ...restrictionQuery(route), staleTime: 0 })
          .then(write.forgetProblem, () => {});
    },
    keepDraft: () => setDiscarding(undefined),
  };
}
