import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { DifferenceList } from '#web/features/routes/difference-list.tsx';
import { useRestrictionRefusal } from '#web/features/routes/queries.ts';
import type { Draft } from '#web/features/routes/restriction-draft.ts';
import { isSame, restrictionText, toRestriction } from '#web/features/routes/restriction.ts';
import type { Former, RouteIds } from '#web/features/routes/stored-route.ts';
import type { Editor } from '#web/features/routes/use-restriction-editor.ts';
import { outcome } from '#web/ui/notify.ts';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import styles from './restriction.module.css';

type RestrictionSideProps = {
  route: RouteIds;
  editor: Editor;
  draft: Draft;
  former: Former | undefined;
};

/** Beside the form: what it would change, the earlier version, and the removal. */
export function RestrictionSide({ route, editor, draft, former }: RestrictionSideProps) {
  const { base, wanted } = draft;
  const refusal = useRestrictionRefusal(route).remove;
  return (
    <div className={styles.side}>
      <section className={`card ${styles.section}`} aria-labelledby="what-will-change">
        <h2 id="what-will-change">What will change</h2>
        <DifferenceList before={base.restriction} after={wanted} most={12} />
      </section>
      {former && (
        <section className={`card ${styles.section}`} aria-labelledby="earlier-version">
          <h2 id="earlier-version">Earlier version</h2>
          <p className="dim">
            Replaced <RelativeTime text={new Date(former.at).toISOString()} />:{' '}
            {restrictionText(former)}. Putting it back would change:
          </p>
          <DifferenceList before={base.restriction} after={toRestriction(former)} most={6} />
          <div>
            <Button variant="default" onClick={() => editor.restore(toRestriction(former))}>
              Put back this version…
            </Button>
          </div>
        </section>
      )}
      {base.restriction && (
        <section className={`card ${styles.section}`} aria-labelledby="remove">
          <h2 id="remove">Remove the IP restriction</h2>
          <p className="dim">
            No IP address is checked on this route any more. To keep the list, turn it off instead.
          </p>
          <div>
            <SubmitButton
              type="button"
              variant="outline"
              color="danger"
              busy={editor.reading === 'remove'}
              refusal={refusal}
              onClick={editor.askToRemove}
            >
              Remove IP restriction…
            </SubmitButton>
          </div>
        </section>
      )}
    </div>
  );
}

/**
 * The IP restriction that a change made here has replaced, where that differs from the present one. While the
 * notification of the change offers Undo there is one way back only.
 */
export function useFormer(former: Former | undefined, draft: Draft | undefined) {
  const hasUndo = useSyncExternalStore(outcome.subscribe, () => outcome.get()?.undo !== undefined);
  const isOther = former && draft && !isSame(toRestriction(former), draft.base.restriction);
  return isOther && !hasUndo ? former : undefined;
}
