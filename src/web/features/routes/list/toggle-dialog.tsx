import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { curlOf } from '#web/api/call.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { ApplyFailureNotice } from '#web/features/routes/editor/apply-failure-notice.tsx';
import type { KnownRoute } from '#web/features/routes/known-route.ts';
import {
  isSameModule,
  moduleWords,
  onOff,
  toReplace,
} from '#web/features/routes/editor/module-draft.ts';
import { moduleOf, type ReadModule } from '#web/features/routes/module-reading.ts';
import { changedWords } from '#web/features/routes/module-write.ts';
import { ipRestrictionQueries } from '#web/features/routes/queries.ts';
import { ToggleForm } from '#web/features/routes/list/toggle-form.tsx';
import { useApply } from '#web/features/routes/editor/use-apply.ts';
import { paths, pathTo } from '#web/paths.ts';
import { BusyButton } from '#web/ui/form/busy-button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { shorten } from '#web/lib/format.ts';
import { nameOf } from '#web/ui/table/labels.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';

type ToggleDialogProps = {
  route: KnownRoute;
  on: boolean;
  returnFocusTo: HTMLElement | null | undefined;
  onClose: () => void;
};

/** What a receipt asks the page of routes for: the dialog again, the other way round. */
export const ToggleRequest = z.object({
  toggle: z.object({ edge_id: z.string(), id: z.string(), on: z.boolean() }),
});
export type ToggleRequest = z.infer<typeof ToggleRequest>;

/** The quick way in an incident: reads the module first, so that never a stale list is sent. */
export function ToggleDialog({ route, on, returnFocusTo, onClose }: ToggleDialogProps) {
  const query = useQuery(ipRestrictionQueries.of(route));
  const { apply, failure, setFailure, busy } = useApply(route);
  const navigate = useNavigate();
  const receipt = useReceipt();
  const { edge_id, id } = route;
  const name = <UntrustedText text={shorten(nameOf(route))} />;
  const title = (
    <>
      Turn enforcement {onOff(on)} for {name}?
    </>
  );
  const reading = query.isFetching ? undefined : query.data;
  const module = reading && moduleOf(reading);

  const close = () => {
    if (!busy) onClose();
  };
  const path = pathTo(paths.ipRestriction, { edgeId: edge_id, routeId: id });

  async function turn(seen: ReadModule) {
    const wanted = { enabled: on, ids: seen.module.ids };
    const outcome = await apply(wanted, seen);
    if (outcome.kind === 'changed')
      setFailure({ kind: 'refused', text: changedWords(seen, outcome.reading) });
    if (outcome.kind !== 'done') return;
    const kept = moduleOf(outcome.reading);
    const differs = kept !== null && !isSameModule(kept, wanted);
    const undo: ToggleRequest = { toggle: { edge_id, id, on: !on } };
    onClose();
    receipt({
      text: (
        <>
          Enforcement is now {onOff(kept?.enabled ?? on)} for <strong>{name}</strong>.
          {differs && ` The service kept something else than was sent: ${moduleWords(kept)}.`}
        </>
      ),
      // The page may be another one by then.
      undo: () => void navigate(paths.routes, { state: undo }),
    });
  }

  async function readAgain() {
    const { error } = await query.refetch();
    if (!error) setFailure(undefined);
  }

  function statusText() {
    if (query.isFetching) return 'Reading the module…';
    if (module) return `Enforcement is ${onOff(on)} already: nothing to do.`;
    if (query.data?.kind === 'none')
      return 'This route has no IP restriction, so there is nothing to turn on or off. The editor can add one.';
    return query.data && 'The service says that this route does not exist.';
  }

  const cancel = (
    <Button variant="default" data-autofocus onClick={close}>
      Cancel
    </Button>
  );
  const frame = { role: 'alertdialog', title, onClose: close, returnFocusTo } as const;

  if (reading?.kind === 'module' && reading.module.enabled !== on)
    return (
      <ToggleForm
        frame={frame}
        cancel={cancel}
        module={reading.module}
        on={on}
        curl={curlOf(ipRestrictionEndpoints.replace, {
          params: { edge_id, id },
          body: toReplace({ ...reading.module, enabled: on }),
          ...reading.condition,
        })}
        busy={busy}
        unsure={failure?.kind === 'unsure'}
        onTurn={() => void turn(reading)}
      >
        <ApplyFailureNotice
          failure={failure}
          reading={query.isFetching}
          onReadAgain={() => void readAgain()}
        />
      </ToggleForm>
    );
  return (
    <Dialog
      {...frame}
      footer={
        <>
          {cancel}
          {query.error && !query.isFetching && (
            <BusyButton busy={query.isFetching} onClick={() => void query.refetch()}>
              Read again
            </BusyButton>
          )}
          {module === null && query.data?.kind === 'none' && path !== undefined && (
            <Button onClick={() => void navigate(path)}>Open the editor</Button>
          )}
        </>
      }
    >
      <div role="status">{statusText()}</div>
      {query.error && !query.isFetching && (
        <Notice tone="danger" role="alert" title="The module could not be read.">
          {reasonOf(query.error)} Nothing was changed.
        </Notice>
      )}
    </Dialog>
  );
}
