import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { ApplyOptionFields, useApplyOptions } from '#web/features/routes/confirm/apply-options.tsx';
import {
  ApplyFailureNotice,
  PolicyIds,
  useEmptyConsent,
  WarningList,
} from '#web/features/routes/confirm/dialog-parts.tsx';
import { setEnabled, startDraft } from '#web/features/routes/draft.ts';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import {
  changedText,
  isSameModule,
  type ModuleRead,
  moduleText,
  onOff,
} from '#web/features/routes/module-read.ts';
import {
  ipRestrictionCurl,
  ipRestrictionQueries,
  recordApplied,
  useApply,
  useModuleRefusal,
} from '#web/features/routes/queries.ts';
import { count, shorten } from '#web/lib/format.ts';
import { paths, pathTo } from '#web/paths.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { DialogCurl } from '#web/ui/form/copy-button.tsx';
import { nameOf } from '#web/ui/safe-line.ts';
import { Button } from '#web/ui/parts/button.tsx';

type ToggleDialogProps = { route: KnownRoute; on: boolean; onClose: () => void };

/** What a receipt asks the page of routes for: the dialog again, the other way round. */
export const ToggleRequest = z.object({
  toggle: z.object({ edge_id: z.string(), id: z.string(), on: z.boolean() }),
});
export type ToggleRequest = z.infer<typeof ToggleRequest>;

/** The quick way in an incident: reads the module first, so that never a stale list is sent. */
export function ToggleDialog({ route, on, onClose }: ToggleDialogProps) {
  const query = useQuery(ipRestrictionQueries.of(route));
  const { apply, failure, setFailure, busy } = useApply(route);
  const refusal = useModuleRefusal(route).replace;
  const navigate = useNavigate();
  const receipt = useReceipt();
  const { edge_id, id } = route;
  const name = <UntrustedText text={shorten(nameOf(route))} />;
  const read = query.isFetching ? undefined : query.data;
  const error = query.isFetching ? null : query.error;
  const module = read?.module ?? null;
  const isToDo = module !== null && module.enabled !== on;
  const draft = setEnabled(startDraft(module), on);
  const consent = useEmptyConsent(draft);
  const options = useApplyOptions();
  // Nothing more is sent before the module was read again.
  const canSend = isToDo && failure?.kind !== 'unsure';
  const path = pathTo(paths.ipRestriction, { edgeId: edge_id, routeId: id });

  const close = () => {
    if (!busy) onClose();
  };

  async function turn(basis: ModuleRead) {
    const outcome = await apply(draft.wanted, basis);
    if (outcome?.kind === 'changed')
      setFailure({ kind: 'refused', text: changedText(basis, outcome.read) });
    if (outcome?.kind === 'unsure' && draft.wanted)
      options.keepUnsure({ edge_id, id }, nameOf(route), basis, draft.wanted);
    if (outcome?.kind !== 'done') return;
    const saved = outcome.read.module;
    options.keep({ edge_id, id }, nameOf(route), basis, outcome.read);
    const differs = saved !== null && !isSameModule(saved, draft.wanted);
    const undo: ToggleRequest = { toggle: { edge_id, id, on: !on } };
    onClose();
    receipt({
      text: (
        <>
          Enforcement is now {onOff(saved?.enabled ?? on)} for <strong>{name}</strong>.
          {differs && ` The service saved something different: ${moduleText(saved)}.`}
        </>
      ),
      // The page may be another one by then.
      undo: () => void navigate(paths.routes, { state: undo }),
    });
  }

  async function readAgain() {
    const before = read;
    const { data: after, error: again } = await query.refetch();
    if (again) return;
    setFailure(undefined);
    if (before === undefined || !after?.module || !isSameModule(after.module, draft.wanted)) return;
    // It was applied after all.
    recordApplied({ edge_id, id }, before, after);
    options.keep({ edge_id, id }, nameOf(route), before, after);
  }

  function statusText() {
    if (query.isFetching) return 'Reading the module…';
    if (module) return `Enforcement is already ${onOff(on)}.`;
    if (read?.kind === 'none')
      return 'This route has no IP restriction to turn on or off. Add one in the editor.';
    return read && 'This route does not exist.';
  }

  return (
    <Dialog
      // Another form of the dialog: its focus begins anew.
      key={isToDo ? 'form' : 'status'}
      role="alertdialog"
      title={
        <>
          Turn enforcement {onOff(on)} for {name}?
        </>
      }
      onClose={close}
      footer={
        <>
          {canSend && (
            <DialogCurl text={ipRestrictionCurl.change(route, draft.wanted, read?.condition)} />
          )}
          <Button variant="default" data-autofocus onClick={close}>
            Cancel
          </Button>
          {canSend && (
            <BusyButton
              danger={!on}
              busy={busy}
              refusal={refusal}
              onClick={() => {
                if (read && options.isValid(!on) && consent.isGiven()) void turn(read);
              }}
            >
              {on ? 'Turn on' : 'Turn off'}
            </BusyButton>
          )}
          {error && !isToDo && (
            <BusyButton busy={query.isFetching} onClick={() => void query.refetch()}>
              Read again
            </BusyButton>
          )}
          {read?.kind === 'none' && path !== undefined && (
            <Button onClick={() => void navigate(path)}>Open the editor</Button>
          )}
        </>
      }
    >
      {isToDo ? (
        <>
          <ApplyFailureNotice
            failure={failure}
            reading={false}
            onReadAgain={() => void readAgain()}
          />
          <WarningList draft={draft} />
          <p>
            {module.ip_policy_ids.length === 0
              ? 'The list of policies is empty.'
              : `Kept: ${count(module.ip_policy_ids.length, 'policy', 'policies')}.`}
          </p>
          <PolicyIds label="Policies kept" ids={module.ip_policy_ids} />
          {consent.element}
          {canSend && <ApplyOptionFields options={options} turnsOff={!on} />}
        </>
      ) : (
        <>
          <div role="status">{statusText()}</div>
          {error && (
            <Notice
              tone="danger"
              role="alert"
              title="The module could not be read."
              details={detailsOf(error)}
            >
              {reasonOf(error)} Nothing was changed.
            </Notice>
          )}
        </>
      )}
    </Dialog>
  );
}
