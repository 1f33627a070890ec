import { useState } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { useAccessRefusal } from '#web/api/access.ts';
import { reachOf } from '#web/features/bot-users/data/addressability.ts';
import { quarantine } from '#web/features/bot-users/quarantine/quarantine.ts';
import { count } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { LinkButton } from '#web/ui/parts/button.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';

const DAYS_MAX = 365;

type QuarantineDialogProps = {
  bots: readonly BotUser[];
  /** Called where some of them are active, after the list is kept. */
  onSetInactive: () => void;
  onClose: () => void;
};

export function QuarantineDialog({ bots: all, onSetInactive, onClose }: QuarantineDialogProps) {
  const bots = all.filter((bot) => reachOf(bot).canChange);
  const refusal = useAccessRefusal();
  const receipt = useReceipt();
  const [days, setDays] = useState('7');
  const [problem, setProblem] = useState<string>();
  const text = count(bots.length, 'bot user');

  function submit() {
    const wanted = Number(days);
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > DAYS_MAX) {
      setProblem(`Enter a whole number from 1 to ${DAYS_MAX}`);
      return;
    }
    quarantine.add(bots, wanted);
    onClose();
    receipt({
      text: `${text} in quarantine for ${count(wanted, 'day')}.`,
      action: (
        <LinkButton size="xs" variant="default" to={paths.quarantine}>
          Open quarantine
        </LinkButton>
      ),
    });
    if (bots.some(({ active }) => active)) onSetInactive();
  }

  return (
    <FormDialog
      title={`Quarantine ${text}?`}
      submitLabel={`Quarantine ${text}`}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={layout.stack}>
        <p>
          They are set inactive now. Nothing is deleted automatically: after these days the list of
          bot users reminds you, and you can delete those that nobody has changed.
        </p>
        <p>
          This browser keeps their ids and names for this key until you remove them, also after you
          sign out. Find them under More, More filters.
        </p>
        <TextInput
          data-autofocus
          label="Days"
          type="number"
          min={1}
          max={DAYS_MAX}
          value={days}
          error={problem && <FieldError text={problem} alert />}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
      </div>
    </FormDialog>
  );
}
