import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { useKnownPolicies } from '#web/features/routes/policies.ts';
import { isPending } from '#web/features/routes/policy-lines.ts';
import { changeOf, rereadRestriction } from '#web/features/routes/queries.ts';
import { refusedPolicies } from '#web/features/routes/refused-policies.ts';
import {
  editDraft,
  isDirty,
  openDraft,
  withTyped,
  type Draft,
  type Edit,
} from '#web/features/routes/restriction-draft.ts';
import type { RestrictionRead } from '#web/features/routes/restriction-read.ts';
import { notAppliedText } from '#web/features/routes/restriction-words.ts';
import { isSame, type Restriction } from '#web/features/routes/restriction.ts';
import type { RouteIds } from '#web/features/routes/stored-route.ts';
import {
  useRestrictionWrite,
  type WriteOutcome,
} from '#web/features/routes/use-restriction-write.ts';
import { requestUndo } from '#web/jobs/current-job.ts';
import { takeDraft, useKeptDraft } from '#web/session/drafts.ts';
import { announce } from '#web/ui/announcer.tsx';
import { notify } from '#web/ui/notify.ts';

/** Over the form. `now`: the read that the change is based on. */
type EditorDialog =
  | { kind: 'review' | 'conflict'; draft: Draft; now: RestrictionRead }
  | { kind: 'remove'; now: RestrictionRead }
  | { kind: 'discard'; proceed: () => void };

/** The service saved something else than was sent. */
type Mismatch = { sent: Restriction; saved: Restriction };

/** State of the navigation of an Undo: the earlier IP restriction, `null` for none. */
const RestoreRequest = z.object({ restore: z.nullable(IpRestrictionReplace) });

export type Editor = ReturnType<typeof useRestrictionEditor>;

/**
 * The editor of one route. Without changes it shows the last read; the first change makes a draft, which ends by its
 * own buttons only. Nothing is sent that was not reviewed beside a read of that moment.
 *
 * @param savedText for the notification
 * @param read `undefined` until the route has been read
 */
export function useRestrictionEditor(
  route: RouteIds,
  savedText: (isRemoved: boolean) => ReactNode,
  read: RestrictionRead | undefined,
) {
  const location = useLocation();
  const navigate = useNavigate();
  const { pathname } = location;
  const policies = useKnownPolicies();
  const write = useRestrictionWrite(route);
  // Only this hook keeps a draft at this address.
  const [edited, setEdited] = useState(() => takeDraft(pathname) as Draft | undefined);
  const [dialog, setDialog] = useState<EditorDialog>();
  const [reading, setReading] = useState<'review' | 'remove'>();
  const [failure, setFailure] = useState<{ text: string; details?: string | undefined }>();
  const [mismatch, setMismatch] = useState<Mismatch>();
  const [note, setNote] = useState('');
  const [isUsed, setUsed] = useState(false);
  const opened = useMemo(() => read && openDraft(read), [read]);
  const draft = edited ?? opened;
  const dirty = edited !== undefined && isDirty(edited);
  useKeptDraft(pathname, dirty ? edited : undefined);

  function edit(action: Edit) {
    setFailure(undefined);
    setNote('');
    setUsed(true);
    setEdited((previous) => {
      const from = previous ?? opened;
      return from && editDraft(from, action);
    });
  }

  function open(next: EditorDialog | undefined) {
    write.setProblem(undefined);
    setDialog(next);
  }

  /** The form shows the present state; `text` says why. */
  function startOver(text = '') {
    setEdited(undefined);
    setNote(text);
    open(undefined);
    announce('The form shows the current version.');
  }

  async function readNow(button: 'review' | 'remove') {
    setFailure(undefined);
    setUsed(true);
    setReading(button);
    try {
      const now = await rereadRestriction(route);
      if (!now.missing) return now;
      setFailure({ text: 'This route does not exist any more.' });
    } catch (error) {
      setFailure({ text: reasonOf(error, 'read'), details: detailsOf(error) });
    } finally {
      setReading(undefined);
    }
    return undefined;
  }

  /** Nothing is sent over a change that the person has not seen. */
  function compare(of: Draft, now: RestrictionRead) {
    const isUnchanged = isSame(now.restriction, of.base.restriction);
    if (!isUnchanged && isSame(now.restriction, of.wanted))
      startOver('Nothing to apply: the same change was made elsewhere.');
    else open({ kind: isUnchanged ? 'review' : 'conflict', draft: of, now });
  }

  async function review(from = draft) {
    if (reading || !from) return;
    const next = withTyped(from, policies);
    const isOpen = isPending(next.input);
    const hasChanges = next.wanted !== null && !isSame(next.wanted, next.base.restriction);
    setEdited(next);
    setNote(isOpen || hasChanges ? '' : 'Nothing to apply.');
    if (isOpen) document.getElementById(POLICY_FIELD)?.focus();
    if (isOpen || !hasChanges) return;
    const now = await readNow('review');
    if (now) compare(next, now);
  }

  async function askToRemove() {
    if (reading) return;
    const now = await readNow('remove');
    if (now?.restriction) open({ kind: 'remove', now });
    else if (now) startOver('It has no IP restriction any more.');
  }

  /** @param proceed may drop the draft */
  function confirmDiscard(proceed: () => void) {
    if (dirty) open({ kind: 'discard', proceed });
    else proceed();
  }

  /** An Undo or an earlier version: as a draft, by its review. */
  function restore(wanted: Restriction | null) {
    confirmDiscard(() => {
      if (wanted === null) void askToRemove();
      else if (opened) void review(editDraft(opened, { kind: 'restore', wanted }));
    });
  }

  function settle(outcome: WriteOutcome | undefined, wanted: Restriction | null, isCheck: boolean) {
    if (!outcome || !dialog || dialog.kind === 'discard') return;
    if (outcome.kind === 'saved') {
      const { before, now, isAsSent } = outcome;
      const saved = now.restriction;
      setMismatch(!isAsSent && wanted && saved ? { sent: wanted, saved } : undefined);
      startOver();
      notify({
        text: savedText(saved === null),
        undo: () => requestUndo('route', changeOf(route, before.restriction, saved)),
      });
    } else if (outcome.kind === 'changedMeanwhile') showChange(outcome.now, wanted, isCheck);
    else if (outcome.kind === 'notFound') {
      open(undefined);
      setFailure({ text: 'This route does not exist any more.' });
    } else if (outcome.kind === 'refused' && wanted) {
      const refused = refusedPolicies(outcome.error, wanted.ip_policy_ids);
      if (Object.keys(refused).length === 0) return;
      open(undefined);
      edit({ kind: 'refuse', refused });
    }
  }

  /** Nothing was changed: the dialog goes on from the present state, and says so. */
  function showChange(now: RestrictionRead, wanted: Restriction | null, isCheck: boolean) {
    if (!dialog || dialog.kind === 'discard') return;
    const isUnchanged = isSame(now.restriction, dialog.now.restriction);
    if (dialog.kind === 'remove' && !now.restriction)
      return startOver('It has no IP restriction any more.');
    if (dialog.kind === 'remove' || isUnchanged) setDialog({ ...dialog, now });
    else compare(dialog.draft, now);
    const text = notAppliedText({ wanted, isUnchanged, isCheck, hasTag: Boolean(now.condition) });
    const isSameDialog = isUnchanged || dialog.kind !== 'review';
    return write.setProblem(isSameDialog ? { title: 'Not applied.', text } : undefined);
  }

  /** @param wanted `null` removes */
  async function apply(wanted: Restriction | null) {
    if (!dialog || dialog.kind === 'discard') return;
    const again = wanted ? 'Apply again.' : 'Remove it again.';
    settle(await write.write({ basis: dialog.now, wanted }, again), wanted, false);
  }

  async function checkNow() {
    const change = write.problem?.unsure;
    if (!change) return;
    settle(await write.check(change, 'Check again.'), change.wanted, true);
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
    reading,
    failure,
    mismatch,
    note,
    /** Something was pressed or typed: the part that takes the place of a pressed button takes the focus. */
    isUsed,
    isBusy: write.isBusy,
    problem: write.problem,
    edit,
    review: () => void review(),
    reviewOf: (of: Draft) => confirmDiscard(() => void review(of)),
    restore,
    askToRemove: () => void askToRemove(),
    discard: () => startOver(),
    clearMismatch: () => setMismatch(undefined),
    confirmDiscard,
    apply: (wanted: Restriction | null) => void apply(wanted),
    checkNow: () => void checkNow(),
    keepTheirs: () => {
      startOver();
      notify({ text: 'Kept their version.' });
    },
    closeDialog: () => write.isBusy || open(undefined),
  };
}

/** Ids of elements that get the focus from elsewhere. */
export const POLICY_FIELD = 'add-ip-policies';
