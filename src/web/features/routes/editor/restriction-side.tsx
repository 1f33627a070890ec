import { useId } from 'react';
import { ChangeCard } from '#web/features/routes/editor/change-card.tsx';
import type { Draft } from '#web/features/routes/editor/module-draft.ts';
import type { ModuleReading } from '#web/features/routes/module-reading.ts';
import type { RouteIds } from '#web/features/routes/route-address.ts';
import type { RestrictionEditor } from '#web/features/routes/editor/use-restriction-editor.ts';
import { BusyButton } from '#web/ui/form/busy-button.tsx';
import layout from '#web/ui/layout/layout.module.css';

type RestrictionSideProps = {
  route: RouteIds;
  editor: RestrictionEditor;
  draft: Draft;
  reading: ModuleReading;
};

export function RestrictionSide({ route, editor, draft, reading }: RestrictionSideProps) {
  const id = useId();
  const { step } = editor;
  return (
    <div className={`${layout.side} ${layout.stack}`}>
      <ChangeCard route={route} draft={draft} reading={reading} />
      {draft.base && (
        <section className={`${layout.card} ${layout.pad} ${layout.stack}`} aria-labelledby={id}>
          <div>
            <h2 id={id}>Remove the restriction</h2>
            <p className={layout.muted}>
              Deletes the module from this route. To pause it and keep the list, turn enforcement
              off instead.
            </p>
          </div>
          <div>
            <BusyButton
              variant="default"
              color="danger"
              busy={step?.kind === 'reading' && step.press === 'remove'}
              onClick={editor.askToRemove}
            >
              Remove module…
            </BusyButton>
          </div>
        </section>
      )}
    </div>
  );
}
