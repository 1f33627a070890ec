import { Button, Stack } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { isSame } from '#bulk/restriction.ts';
import type { RouteIds } from '#bulk/route-ids.ts';
import { DifferenceList } from '#web/features/routes/difference-list.tsx';
import { useRestrictionRefusal } from '#web/features/routes/queries.ts';
import type { Draft } from '#web/features/routes/restriction-draft.ts';
import { restrictionText, toRestriction } from '#web/features/routes/restriction.ts';
import type { Former } from '#web/features/routes/stored-route.ts';
import type { Editor } from '#web/features/routes/use-restriction-editor.tsx';
import { Card } from '#web/ui/card.tsx';
import { outcome } from '#web/ui/notify.ts';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

type RestrictionSideProps = {
  route: RouteIds;
  editor: Editor;
  draft: Draft;
  former: Former | undefined;
};

/** Beside the form: what it would change, the earlier version, and the removal. */
export function RestrictionSide({ route, editor, draft, former }: RestrictionSideProps) {
  const { base, wanted } = draft;
  const { reading } = editor;
  const refusal = useRestrictionRefusal(route).remove;
  return (
    <Stack gap="lg">
      <Card title="What will change">
        <DifferenceList before={base.restriction} after={wanted} most={20} />
      </Card>
      {former && (
        <Card title="Earlier version">
          <p className="dim">
            Replaced <RelativeTime text={new Date(former.at).toISOString()} />:{' '}
            {restrictionText(former)}. Its review shows what would change.
          </p>
          <div>
            <Button variant="default" onClick={() => editor.restore(toRestriction(former))}>
              Put back this version…
            </Button>
          </div>
        </Card>
      )}
      {base.restriction && (
        <Card title="Remove the IP restriction">
          <p className="dim">
            No IP address is checked on this route any more. To keep the list, turn it off instead.
          </p>
          <div>
            <SubmitButton
              type="button"
              variant="outline"
              color="danger"
              busy={reading.isPending && reading.variables === null}
              refusal={refusal}
              onClick={() => editor.readAndAsk(null)}
            >
              Remove IP restriction…
            </SubmitButton>
          </div>
        </Card>
      )}
    </Stack>
  );
}

/**
 * The IP restriction that a change made here has replaced, where that differs from the present one. While the
 * notification of the change offers Undo there is one way back only.
 */
export function useFormer(former: Former | undefined, draft: Draft | undefined) {
  const hasUndo = useSyncExternalStore(outcome.subscribe, () => outcome.get()?.undo !== undefined);
  const isOther = former && draft && !isSame(former, draft.base.restriction);
  return isOther && !hasUndo ? former : undefined;
}
