import { Badge, Button, Stack, Switch } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { countChanges, FRESH } from '#bulk/restriction.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { DifferenceList } from '#web/features/routes/difference-list.tsx';
import { PolicyField } from '#web/features/routes/policy-field.tsx';
import { PolicyList } from '#web/features/routes/policy-list.tsx';
import { policyRowsOf, withPolicies, type Draft } from '#web/features/routes/restriction-draft.ts';
import { restrictionText } from '#web/features/routes/restriction-words.ts';
import { POLICY_FIELD, type Editor } from '#web/features/routes/use-restriction-editor.tsx';
import { count } from '#web/lib/format.ts';
import { Card, CardFoot } from '#web/ui/card.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { useSubmitKeys } from '#web/ui/use-shortcuts.ts';

/** One form, one PUT: the switch waits for its button, because a PUT replaces the list as well. */
export function RestrictionForm({ editor, draft }: { editor: Editor; draft: Draft }) {
  const { edit, reading } = editor;
  const refusal = editor.refusal.replace;
  const { base, wanted } = draft;
  const { enabled, ip_policy_ids: ids } = wanted ?? FRESH;
  const setIds = (next: readonly string[]) => edit((before) => withPolicies(before, next));
  const form = useRef<HTMLFormElement>(null);
  useSubmitKeys(form);
  const rows = useMemo(() => policyRowsOf(draft), [draft]);
  const unsaved = countChanges(base.restriction, wanted);

  return (
    <form
      ref={form}
      className="card"
      aria-label="IP restriction"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal === undefined) editor.review(draft);
      }}
    >
      {/* A change during a read would be lost. */}
      <Stack p="lg" gap="lg" inert={editor.query.isFetching || reading.isPending}>
        <Switch
          // Mantine's label has the description in it, which would be part of the name.
          aria-label="Enforce IP restriction"
          label="Enforce IP restriction"
          description="Off keeps the list, and no IP address is checked. Applied after review."
          checked={enabled}
          onChange={({ currentTarget: { checked } }) =>
            edit((before) => ({ ...before, wanted: { enabled: checked, ip_policy_ids: ids } }))
          }
        />
        <PolicyField
          id={POLICY_FIELD}
          chosen={ids}
          onChosen={setIds}
          input={draft.input}
          onInput={(input) => edit((before) => ({ ...before, input }))}
        />
        <PolicyList rows={rows} fieldId={POLICY_FIELD} onChosen={setIds} />
        <ReadFailed title="Not reviewed." error={reading.error}>
          Nothing was sent, and your changes are still here.
        </ReadFailed>
      </Stack>
      <CardFoot>
        <SubmitButton busy={reading.isPending && reading.variables !== null} refusal={refusal}>
          Review changes
        </SubmitButton>
        {(!base.restriction || editor.dirty) && (
          <Button onClick={() => editor.startOver('The form shows the current version.')}>
            Discard changes
          </Button>
        )}
        {unsaved > 0 && <Badge color="warn">{count(unsaved, 'unsaved change')}</Badge>}
      </CardFoot>
    </form>
  );
}

/** Beside the form: what it would change, the removal, and the earlier version. */
export function RestrictionSide({ editor, draft }: { editor: Editor; draft: Draft }) {
  const { base, wanted } = draft;
  const { former, reading } = editor;
  return (
    <Stack gap="lg">
      <Card title="What will change">
        <DifferenceList before={base.restriction} after={wanted} most={20} />
      </Card>
      {base.restriction && (
        <Card title="Remove the IP restriction">
          <p className="dim">
            No IP address is checked on this route any more. To keep the list, turn it off instead.
          </p>
          <div>
            <SubmitButton
              variant="outline"
              color="danger"
              busy={reading.isPending && reading.variables === null}
              refusal={editor.refusal.remove}
              onClick={() => editor.readAndAsk(null)}
            >
              Remove IP restriction…
            </SubmitButton>
          </div>
        </Card>
      )}
      {/* Last: it comes by itself, and must not move the button of a removal. */}
      {former && (
        <Card title="Earlier version">
          <p className="dim">
            Replaced <RelativeTime text={new Date(former.at).toISOString()} />:{' '}
            {restrictionText(former)}. Its review shows what would change.
          </p>
          <div>
            <Button onClick={editor.restoreFormer}>Put back this version…</Button>
          </div>
        </Card>
      )}
    </Stack>
  );
}
