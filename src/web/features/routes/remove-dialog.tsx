import { useMutation } from '@tanstack/react-query';
import { failureOf } from '#client/api-error.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { applyFailureOf } from '#web/features/routes/apply-failure.ts';
import { moduleWords } from '#web/features/routes/module-draft.ts';
import type { Module, ModuleReading } from '#web/features/routes/module-reading.ts';
import { ipRestrictionMutations } from '#web/features/routes/queries.ts';
import type { RouteIds } from '#web/features/routes/route-address.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { shorten } from '#web/ui/format.ts';
import layout from '#web/ui/layout.module.css';
import { Notice } from '#web/ui/notice.tsx';
import styles from './routes.module.css';

type RemoveDialogProps = {
  route: RouteIds;
  label: string;
  /** Read a moment ago. */
  module: Module;
  onTurnOff: () => void;
  onRemoved: (reading: ModuleReading) => void;
  onClose: () => void;
};

export function RemoveDialog({
  route,
  label,
  module,
  onTurnOff,
  onRemoved,
  onClose,
}: RemoveDialogProps) {
  const remove = useMutation(ipRestrictionMutations.remove(route));
  return (
    <ConfirmDialog
      title={`Remove IP restriction from ${shorten(label)}?`}
      confirmLabel="Remove module"
      danger
      busy={remove.isPending}
      other={
        module.enabled ? { label: 'Turn enforcement off instead', onPress: onTurnOff } : undefined
      }
      onConfirm={() => remove.mutateAsync().then(onRemoved, () => {})}
      onClose={onClose}
    >
      {remove.error && <RemoveFailure error={remove.error} />}
      <p>
        This deletes the module from the route: {moduleWords(module)}. After that no source address
        is checked. The policies themselves stay, to be used by other routes.
      </p>
      {module.ids.length > 0 && (
        <ul className={`${styles.plain} ${layout.mono}`} aria-label="Policies taken off">
          {module.ids.map((id) => (
            <li key={id}>{id}</li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  );
}

function RemoveFailure({ error }: { error: Error }) {
  if (applyFailureOf(error, []).kind === 'unsure')
    return (
      <Notice tone="warn" role="alert" title="It is not known whether the module was removed.">
        {failureOf(error)?.kind === 'status' ? 'The service has a problem.' : 'No answer came.'}{' '}
        Removing it again does no harm: what is gone stays gone.
      </Notice>
    );
  const failure = failureOf(error);
  return (
    <Notice tone="danger" role="alert" title="Not removed.">
      {failure?.kind === 'status' && failure.status === 401
        ? 'Sign in again, then remove.'
        : reasonOf(error)}
    </Notice>
  );
}
