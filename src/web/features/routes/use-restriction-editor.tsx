import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { FRESH, isSame, type MaybeRestriction, type RestrictionRead } from '#bulk/restriction.ts';
import { routeKey, type RouteIds } from '#bulk/route-ids.ts';
import { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { labelOf, useKnownRoutes } from '#web/features/routes/known-routes.ts';
import { useKnownPolicies } from '#web/features/routes/policies.ts';
import { isPending } from '#web/features/routes/policy-lines.ts';
import {
  readRestriction,
  restrictionQuery,
  useRestrictionRefusal,
} from '#web/features/routes/queries.ts';
import {
  isDirty,
  merge,
  openDraft,
  refusedPolicies,
  withTyped,
  type Draft,
} from '#web/features/routes/restriction-draft.ts';
import { useRestrictionWrite } from '#web/features/routes/use-restriction-write.tsx';
import { takeDraft, useKeptDraft } from '#web/session/drafts.ts';
import { focusOn } from '#web/ui/focus.ts';
import { notify, outcome as lastChange } from '#web/ui/notify.ts';
import { useDiscardQuestion } from '#web/ui/unsaved-guard.tsx';
import { named } from '#web/ui/untrusted-text.tsx';

/** Ids of elements that get the focus from elsewhere. */
export const POLICY_FIELD = 'add-ip-policies';

export type Editor = ReturnType<typeof useRestrictionEditor>;

/**
 * The editor of one route. Without changes it shows the last read; the first change makes a draft, which ends by its
 * own buttons only. Nothing is sent that was not reviewed beside a read of that moment.
 */
export function useRestrictionEditor(route: RouteIds) {
  const { pathname } = useLocation();
  const policies = useKnownPolicies();
  const known = useKnownRoutes().byKey.get(routeKey(route));
  const label = labelOf(route);
  const query = useQuery(restrictionQuery(route));
  const { data: read, refetch } = query;
  const refusal = useRestrictionRefusal(route);
  // Only this hook keeps a draft at this address.
  const [edited, setEdited] = useState(() => takeDraft(pathname) as Draft | undefined);
  /** What is to be sent, `null` for a removal, beside the read that it would replace. */
  const [dialog, setDialog] = useState<{ wanted: MaybeRestriction; now: RestrictionRead }>();
  const write = useRestrictionWrite(route, {
    onSaved(now) {
      startOver();
      return named(`IP restriction ${now ? 'applied to' : 'removed from'} #`, label);
    },
    onNotSaved(outcome, { basis, wanted }) {
      if (outcome.kind === 'notFound') setDialog(undefined);
      if (outcome.kind === 'refused' && wanted) {
        const refused = refusedPolicies(outcome.error, wanted.ip_policy_ids);
        if (refused.size > 0) {
          setDialog(undefined);
          edit((before) => ({ ...before, refused }));
        }
      }
      if (outcome.kind !== 'changedMeanwhile') return undefined;
      ask(wanted, outcome.now);
      return isSame(outcome.now.restriction, basis.restriction)
        ? 'It is as it was before. Try again.'
        : 'It was changed elsewhere. This is how it is now.';
    },
  });
  const reading = useMutation({
    mutationFn: (_wanted: MaybeRestriction) => readRestriction(route),
  });
  const opened = useMemo(() => read && openDraft(read), [read]);
  const draft = edited ?? opened;
  const dirty = edited !== undefined && isDirty(edited);
  useKeptDraft(pathname, dirty ? edited : undefined);
  const { confirmDiscard, question } = useDiscardQuestion(dirty);
  // While the notification of the change offers Undo there is one way back only.
  const hasUndo = lastChange.use()?.undo !== undefined;
  const isOther = known?.former && draft && !isSame(known.former, draft.base.restriction);
  /** What a change made here has replaced or removed, where that differs from what is there now. */
  const former = isOther && !hasUndo ? known.former : undefined;

  function edit(change: (draft: Draft) => Draft) {
    reading.reset();
    setEdited((previous) => {
      const from = previous ?? opened;
      return from && change(from);
    });
  }

  /** The form shows the present state. @param why as a notification says it */
  function startOver(why?: string) {
    reading.reset();
    setEdited(undefined);
    setDialog(undefined);
    write.forgetProblem();
    if (why) notify({ text: why });
  }

  /** Nothing is sent over a change that the person has not seen. */
  function ask(wanted: MaybeRestriction, now: RestrictionRead) {
    write.forgetProblem();
    if (now.missing) setDialog(undefined);
    else if (isSame(now.restriction, wanted))
      startOver('Nothing to apply: the same change was made elsewhere.');
    else setDialog({ wanted, now });
  }

  const readAndAsk = (wanted: MaybeRestriction) =>
    reading.isPending || reading.mutate(wanted, { onSuccess: (now) => ask(wanted, now) });

  function review(from: Draft) {
    const next = withTyped(from, policies);
    const isOpen = isPending(next.input);
    setEdited(next);
    if (isOpen) focusOn(POLICY_FIELD);
    else if (isSame(next.wanted, next.base.restriction)) notify({ text: 'Nothing to apply.' });
    else readAndAsk(next.wanted);
  }

  /** As a draft, by its review. @param undone what an Undo takes back: what was changed since stays */
  function restore(wanted: MaybeRestriction, undone?: MaybeRestriction) {
    confirmDiscard(() => {
      const now = opened?.base.restriction;
      const next = wanted && now && undone !== undefined ? merge(undone, now, wanted) : wanted;
      if (next === null) readAndAsk(next);
      else if (opened) review({ ...opened, wanted: next });
    });
  }

  function restoreFormer() {
    if (!former) return;
    const { enabled, ip_policy_ids } = former;
    restore({ enabled, ip_policy_ids });
  }

  useRestoreRequest(restore, read !== undefined);

  return {
    label,
    query,
    refusal,
    former,
    draft,
    dirty,
    dialog,
    question,
    reading,
    write,
    edit,
    startOver,
    restoreFormer,
    review,
    restore,
    readAndAsk,
    apply: (wanted: MaybeRestriction) => dialog && write.send({ basis: dialog.now, wanted }),
    closeDialog() {
      if (write.isBusy) return;
      setDialog(undefined);
      // The page shows what became of it, or why it cannot be read.
      if (write.isUnsure) void refetch().then(({ error }) => error ?? write.forgetProblem());
    },
    reload: () => confirmDiscard(() => void refetch().then(({ error }) => error ?? startOver())),
    /** The form for a route that has none. */
    add() {
      flushSync(() => edit((before) => ({ ...before, wanted: FRESH })));
      // The button that was pressed is gone.
      focusOn(POLICY_FIELD);
    },
  };
}

/** State of the navigation of an Undo: the earlier IP restriction, `null` for none, and the one that it takes back. */
const RestoreRequest = z.object({
  restore: z.nullable(IpRestrictionReplace),
  undone: z.optional(z.nullable(IpRestrictionReplace)),
});

/**
 * Takes what an Undo has brought along to the editor, once: a reload of the page, or Back, must not bring it again.
 *
 * @param isReady whether there is something to restore it into; it waits until then
 */
function useRestoreRequest(
  restore: (wanted: MaybeRestriction, undone?: MaybeRestriction) => void,
  isReady: boolean,
) {
  const { key, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const { success, data } = z.safeParse(RestoreRequest, state);
    if (!isReady || !success) return;
    void navigate(pathname + search, { replace: true });
    restore(data.restore, data.undone);
    // Once for each navigation.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, isReady]);
}
