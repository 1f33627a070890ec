import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { curlOf } from '#web/api/call.ts';
import { changeReasonOf, reasonOf } from '#web/api/failure-text.ts';
import { applyFailureOf } from '#web/features/routes/editor/apply-failure.ts';
import { moduleWords } from '#web/features/routes/editor/module-draft.ts';
import type { Module, ModuleReading, ReadModule } from '#web/features/routes/module-reading.ts';
import { changedWords, type WriteOutcome } from '#web/features/routes/module-write.ts';
import { ipRestrictionMutations } from '#web/features/routes/queries.ts';
import type { RouteIds } from '#web/features/routes/route-address.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { DialogCurl } from '#web/ui/form/copy-button.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { shorten } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Notice } from '#web/ui/feedback/notice.tsx';
import styles from './routes.module.css';

type RemoveDialogProps = {
  route: RouteIds;
  label: string;
  /** A moment ago. */
  read: ReadModule;
  onTurnOff: (module: Module) => void;
  onRemoved: (former: Module, reading: ModuleReading) => void;
  onClose: () => void;
};

export function RemoveDialog({
  route,
  label,
  read,
  onTurnOff,
  onRemoved,
  onClose,
}: RemoveDialogProps) {
  const remove = useMutation(ipRestrictionMutations.remove(route));
  const [now, setNow] = useState(read);
  const [changed, setChanged] = useState('');
  const { module } = now;

  function settle({ reading }: WriteOutcome) {
    if (reading.kind !== 'module') return onRemoved(module, reading);
    setNow(reading);
    setChanged(changedWords(now, reading));
  }

  function confirm() {
    setChanged('');
    return remove.mutateAsync(now).then(settle, () => {});
  }

  return (
    <ConfirmDialog
      title={
        <>
          Remove IP restriction from <UntrustedText text={shorten(label)} />?
        </>
      }
      confirmLabel="Remove module"
      danger
      busy={remove.isPending}
      other={
        module.enabled
          ? { label: 'Turn enforcement off instead', onPress: () => onTurnOff(module) }
          : undefined
      }
      onConfirm={confirm}
      onClose={onClose}
      aside={
        <DialogCurl
          text={curlOf(ipRestrictionEndpoints.remove, {
            params: { edge_id: route.edge_id, id: route.id },
            ...now.condition,
          })}
        />
      }
    >
      {remove.error && <RemoveFailure error={remove.error} />}
      {changed && (
        <Notice tone="danger" role="alert" title="Not removed.">
          {changed}
        </Notice>
      )}
      <p>
        This deletes the module from the route: {moduleWords(module)}. After that no source address
        is checked. The policies themselves stay, to be used by other routes.
      </p>
      {module.ids.length > 0 && (
        <ul className={`${styles.plain} ${layout.mono}`} aria-label="Policies taken off">
          {module.ids.map((id) => (
            <li key={id}>
              <UntrustedText text={id} />
            </li>
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
        {reasonOf(error, 'unsure')} Removing it again does no harm: what is gone stays gone.
      </Notice>
    );
  return (
    <Notice tone="danger" role="alert" title="Not removed.">
      {changeReasonOf(error, 'remove')}
    </Notice>
  );
}
