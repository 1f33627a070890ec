import { Button, Stack } from '@mantine/core';
import { DifferenceList } from '#web/features/routes/difference-list.tsx';
import type { Draft } from '#web/features/routes/restriction-draft.ts';
import { restrictionText } from '#web/features/routes/restriction.ts';
import type { Editor } from '#web/features/routes/use-restriction-editor.tsx';
import { Card } from '#web/ui/card.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

/** Beside the form: what it would change, the earlier version, and the removal. */
export function RestrictionSide({ editor, draft }: { editor: Editor; draft: Draft }) {
  const { base, wanted } = draft;
  const { former, reading } = editor;
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
            <Button variant="default" onClick={editor.restoreFormer}>
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
              refusal={editor.refusal.remove}
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
