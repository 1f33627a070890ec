import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { takeDraft, useKeptDraft } from '#web/session/drafts.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import {
  emptyEditor,
  isDirty,
  openEditor,
  prepareReview,
  REVIEW_BUTTON,
  type EditorState,
} from '#web/features/routes/editor/editor-state.ts';
import {
  draftTowards,
  isSameModule,
  wantedModule,
  type Draft,
} from '#web/features/routes/editor/module-draft.ts';
import {
  moduleOf,
  type Module,
  type ModuleReading,
  type ReadModule,
} from '#web/features/routes/module-reading.ts';
import { adoptReading, readModule } from '#web/features/routes/queries.ts';
import type { RouteIds } from '#web/features/routes/route-address.ts';

/** What stands over the form; `now` is what its change is made on the ground of. */
export type Step =
  /** The module is read again before anything is shown that could be sent. */
  | { kind: 'reading'; press: 'review' | 'remove' }
  | {
      kind: 'review' | 'conflict';
      draft: Draft;
      now: ModuleReading;
      opener: HTMLElement | null;
    }
  | { kind: 'remove'; now: ReadModule }
  | { kind: 'discard'; proceed: () => void };

export type RestrictionEditor = ReturnType<typeof useRestrictionEditor>;

/**
 * The editor of one route's module. Without changes it shows what was read; the first change makes a draft, which
 * only its own buttons end.
 *
 * @param reading `undefined` until the module has been read
 */
export function useRestrictionEditor(route: RouteIds, reading: ModuleReading | undefined) {
  const client = useQueryClient();
  const { pathname } = useLocation();
  // Kept by this hook only, in memory.
  const [edited, setState] = useState(() => takeDraft(pathname) as EditorState | undefined);
  const [step, setStep] = useState<Step>();
  /** Why the module could not be read again. */
  const [trouble, setTrouble] = useState('');
  const [used, setUsed] = useState(false);
  const opened = reading === undefined ? emptyEditor : openEditor(reading);
  const state = edited ?? opened;
  useKeptDraft(pathname, isDirty(state) ? state : undefined);

  /** What the service has now is what the form starts from; `note` says why. */
  function adopt(now: ModuleReading, note = '') {
    adoptReading(client, route, now);
    setState(note === '' ? undefined : { ...openEditor(now), note });
    setStep(undefined);
  }

  async function readNow(press: 'review' | 'remove'): Promise<ModuleReading | undefined> {
    setTrouble('');
    setUsed(true);
    setStep({ kind: 'reading', press });
    try {
      const now = await readModule(route);
      if (now.kind !== 'no-route') return now;
      setTrouble('The service says that this route does not exist any more.');
    } catch (error) {
      setTrouble(reasonOf(error));
    }
    setStep(undefined);
    return undefined;
  }

  /**
   * Nothing is sent over a change that the person has not seen.
   *
   * @returns the step that follows, if one does
   */
  function judge(draft: Draft, now: ModuleReading): Step['kind'] | undefined {
    const isUnchanged = isSameModule(moduleOf(now), draft.base);
    if (!isUnchanged && isSameModule(moduleOf(now), wantedModule(draft))) {
      adopt(now, 'Nothing to apply: the same change was made elsewhere.');
      return undefined;
    }
    const kind = isUnchanged ? 'review' : 'conflict';
    // The press may have come from a receipt that is gone by now.
    setStep({ kind, draft, now, opener: document.getElementById(REVIEW_BUTTON) });
    return kind;
  }

  async function review(from: EditorState = state) {
    if (step?.kind === 'reading') return;
    const { state: checked, draft } = prepareReview(from);
    setState(checked);
    if (draft === null) return;
    const now = await readNow('review');
    if (now) judge(draft, now);
  }

  async function askToRemove() {
    if (step?.kind === 'reading') return;
    const now = await readNow('remove');
    if (!now) return;
    if (now.kind === 'module') setStep({ kind: 'remove', now });
    else adopt(now);
  }

  /** @param proceed may drop the draft */
  function unlessDirty(proceed: () => void) {
    if (isDirty(state)) setStep({ kind: 'discard', proceed });
    else proceed();
  }

  function restore(former: Module) {
    const base = reading === undefined ? null : moduleOf(reading);
    void review({ ...emptyEditor, draft: draftTowards(base, former) });
  }

  return {
    state,
    step,
    trouble,
    dirty: isDirty(state),
    /** Something was pressed or typed: what takes the place of a pressed button takes the focus as well. */
    used,
    change: (edit: (before: EditorState) => EditorState) => {
      setTrouble('');
      setUsed(true);
      setState((before) => edit(before ?? opened));
    },
    review: () => void review(),
    reviewOf: (draft: Draft) => void review({ ...state, draft }),
    judge,
    adopt,
    askToRemove: () => void askToRemove(),
    discard: () => setState(undefined),
    unlessDirty,
    /** The former state as a draft, and its review: the way of Undo. */
    restore: (former: Module | null) =>
      unlessDirty(() => (former === null ? void askToRemove() : restore(former))),
    closeStep: () => setStep(undefined),
  };
}
