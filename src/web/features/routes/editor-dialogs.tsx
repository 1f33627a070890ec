import { ConflictDialog } from '#web/features/routes/conflict-dialog.tsx';
import { useRestrictionRefusal } from '#web/features/routes/queries.ts';
import { RemoveDialog } from '#web/features/routes/remove-dialog.tsx';
import { ReviewDialog } from '#web/features/routes/review-dialog.tsx';
import type { RouteIds } from '#web/features/routes/stored-route.ts';
import type { Editor } from '#web/features/routes/use-restriction-editor.ts';
import { DiscardDialog } from '#web/ui/unsaved-guard.tsx';

type EditorDialogsProps = { route: RouteIds; label: string; editor: Editor };

/** The dialog that is open over the editor. */
export function EditorDialogs({ route, label, editor }: EditorDialogsProps) {
  const refusal = useRestrictionRefusal(route);
  const { dialog, closeDialog } = editor;
  if (!dialog) return null;
  if (dialog.kind === 'discard')
    return (
      <DiscardDialog
        onKeep={closeDialog}
        onDiscard={() => {
          closeDialog();
          dialog.proceed();
        }}
      />
    );
  const { now } = dialog;
  if (dialog.kind === 'remove')
    return <RemoveDialog editor={editor} label={label} now={now} refusal={refusal.remove} />;
  const { base, wanted } = dialog.draft;
  if (!wanted) return null;
  return dialog.kind === 'review' ? (
    <ReviewDialog
      editor={editor}
      label={label}
      now={now}
      wanted={wanted}
      openedAt={base.readAt}
      refusal={refusal.replace}
    />
  ) : (
    <ConflictDialog
      editor={editor}
      base={base.restriction}
      theirs={now.restriction}
      yours={wanted}
      refusal={refusal.replace}
    />
  );
}
