import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { draftTowards, type Draft } from '#web/features/routes/draft.ts';
import {
  emptyEditor,
  isDirty,
  openEditor,
  prepareReview,
  type EditorState,
} from '#web/features/routes/editor/editor-state.ts';
import type { RouteIds } from '#web/features/routes/kept-route.ts';
import { isSameModule, type ModuleRead } from '#web/features/routes/module-read.ts';
import { recheckModule } from '#web/features/routes/queries.ts';
import { takeDraft, useKeptDraft } from '#web/session/drafts.ts';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';

/** The dialog over the form; `now` is the read that a change is based on. */
export type DialogState =
  /** The module is read again before anything is shown that could be sent. */
  | { kind: 'reading'; pressed: 'review' | 'remove' }
  | { kind: 'review' | 'conflict'; draft: Draft; now: ModuleRead }
  | { kind: 'remove'; now: ModuleRead & { kind: 'module' } }
  | { kind: 'discard'; proceed: () => void };

/** Carried by the navigation of an Undo: what the module was before, `null` for none. */
const RestoreRequest = z.object({ restore: z.nullable(IpRestrictionReplace) });

export type Editor = ReturnType<typeof useEditor>;

/**
 * The editor of one route's module: one hook holds the draft, for it is a live list and no set of fields. Without
 * changes it shows what was read; the first change makes a draft, which only its own buttons end.
 *
 * @param read `undefined` until the module has been read
 */
export function useEditor(route: RouteIds, read: ModuleRead | undefined) {
  const client = useQueryClient();
  const location = useLocation();
  const receipt = useReceipt();
  const navigate = useNavigate();
  const { pathname } = location;
  // Only this hook keeps a draft at this address.
  const [edited, setState] = useState(() => takeDraft(pathname) as EditorState | undefined);
  const [dialog, setDialog] = useState<DialogState>();
  /** Why the module could not be read again. */
  const [readFailure, setReadFailure] = useState<{ text: string; details?: string | undefined }>();
  const [used, setUsed] = useState(false);
  const opened = useMemo(() => openEditor(read), [read]);
  const state = edited ?? opened;
  const dirty = isDirty(state);
  /** When what the form began from was read, milliseconds since 1970. */
  const [openedAt, setOpenedAt] = useState<number>();
  if (read && (edited === undefined || openedAt === undefined) && openedAt !== read.read_at)
    setOpenedAt(read.read_at);
  useKeptDraft(pathname, dirty ? state : undefined);

  // The same for all that is read once: the rows of the list have it.
  const change = useCallback(
    (edit: (previous: EditorState) => EditorState) => {
      setReadFailure(undefined);
      setUsed(true);
      setState((previous) => edit(previous ?? opened));
    },
    [opened],
  );

  /** The form starts from what the service has now; `note` says why. */
  function startOver(now?: ModuleRead, note = '') {
    setState(note === '' ? undefined : { ...openEditor(now), note });
    setDialog(undefined);
    receipt({ text: 'The form shows the current version.' });
  }

  async function readNow(pressed: 'review' | 'remove'): Promise<ModuleRead | undefined> {
    setReadFailure(undefined);
    setUsed(true);
    setDialog({ kind: 'reading', pressed });
    try {
      const now = await recheckModule(client, route);
      if (now.kind !== 'no-route') return now;
      setReadFailure({ text: 'This route no longer exists.' });
    } catch (error) {
      setReadFailure({ text: reasonOf(error), details: detailsOf(error) });
    }
    setDialog(undefined);
    return undefined;
  }

  /** Nothing is sent over a change that the person has not seen. */
  function nextDialog(draft: Draft, now: ModuleRead) {
    const isUnchanged = isSameModule(now.module, draft.base);
    if (!isUnchanged && isSameModule(now.module, draft.wanted))
      startOver(now, 'Nothing to apply: the same change was made elsewhere.');
    else setDialog({ kind: isUnchanged ? 'review' : 'conflict', draft, now });
  }

  async function review(from: EditorState = state) {
    if (dialog?.kind === 'reading') return;
    const { state: checked, draft } = prepareReview(from);
    setState(checked);
    if (draft === null) return;
    const now = await readNow('review');
    if (now) nextDialog(draft, now);
  }

  async function askToRemove() {
    if (dialog?.kind === 'reading') return;
    const now = await readNow('remove');
    if (now?.kind === 'module') setDialog({ kind: 'remove', now });
    else if (now) startOver(now);
  }

  /** @param proceed may drop the draft */
  function confirmDiscard(proceed: () => void) {
    if (dirty) setDialog({ kind: 'discard', proceed });
    else proceed();
  }

  /** The way of Undo: the former module as a draft, and its review. */
  function restore(former: IpRestrictionReplace | null, base: IpRestrictionReplace | null) {
    confirmDiscard(() => {
      if (former === null) void askToRemove();
      else void review({ ...emptyEditor, draft: draftTowards(base, former) });
    });
  }

  /** What this device has kept of an earlier module: through the same review. */
  const putBackModule = (former: IpRestrictionReplace) => restore(former, read?.module ?? null);

  useEffect(() => {
    const request = z.safeParse(RestoreRequest, location.state);
    if (!read || !request.success) return;
    // Taken: a reload of the page must not ask again.
    void navigate(pathname, { replace: true });
    restore(request.data.restore, read.module);
    // Once for each navigation, as soon as there is something to restore it into.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [read !== undefined, location.key]);

  return {
    state,
    dialog,
    readFailure,
    dirty,
    openedAt,
    /** Something was pressed or typed: what takes the place of a pressed button takes the focus as well. */
    used,
    change,
    review: () => void review(),
    reviewOf: (draft: Draft) => void review({ ...state, draft }),
    nextDialog,
    startOver,
    putBackModule,
    askToRemove: () => void askToRemove(),
    discard: () => startOver(),
    confirmDiscard,
    closeDialog: () => setDialog(undefined),
  };
}
