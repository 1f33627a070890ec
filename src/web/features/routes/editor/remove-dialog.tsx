import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { changeReasonOf, reasonOf } from '#web/api/failure-text.ts';
import { applyFailureOf } from '#web/features/routes/apply-failure.ts';
import { PolicyIds } from '#web/features/routes/dialog-parts.tsx';
import type { RouteIds } from '#web/features/routes/known-route.ts';
import { changedText, moduleText, type ModuleRead } from '#web/features/routes/module-read.ts';
import {
  ipRestrictionCurl,
  ipRestrictionMutations,
  type WriteOutcome,
} from '#web/features/routes/queries.ts';
import { shorten } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { DialogCurl } from '#web/ui/form/copy-button.tsx';

type RemoveDialogProps = {
  route: RouteIds;
  label: string;
  /** A moment ago. */
  read: ModuleRead & { kind: 'module' };
  onTurnOff: (module: IpRestrictionReplace) => void;
  onRemoved: (former: IpRestrictionReplace, now: ModuleRead) => void;
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

  function settle({ read: next }: WriteOutcome) {
    if (next.kind !== 'module') return onRemoved(module, next);
    setNow(next);
    setChanged(changedText(now, next));
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
      aside={<DialogCurl text={ipRestrictionCurl.remove(route, now.condition)} />}
    >
      {remove.error && <RemoveFailure error={remove.error} />}
      {changed && (
        <Notice tone="danger" role="alert" title="Not removed.">
          {changed}
        </Notice>
      )}
      <p>
        This deletes the module from the route: {moduleText(module)}. After that no source address
        is checked. The policies themselves stay, to be used by other routes.
      </p>
      <PolicyIds label="Policies taken off" ids={module.ip_policy_ids} />
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
