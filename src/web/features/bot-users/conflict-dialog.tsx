import type { BotUserValues } from '#web/features/bot-users/bot-user-values.ts';
import { shorten } from '#web/lib/format.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './bot-user-form.module.css';

export type ConflictChoice = 'keep-editing' | 'use-theirs' | 'save-yours';

export type Conflict = {
  theirs: BotUserValues;
  yours: BotUserValues;
  choose: (choice: ConflictChoice) => void;
};

/** Somebody else has changed the bot user since the form was filled: nothing is replaced without a question. */
export const ConflictDialog = ({ theirs, yours, choose }: Conflict) => (
  <AlertDialog
    title="This bot user changed while you were editing"
    cancelLabel="Keep editing"
    confirmLabel="Save yours"
    danger
    other={{ label: 'Use theirs', onPress: () => choose('use-theirs') }}
    onConfirm={() => choose('save-yours')}
    onClose={() => choose('keep-editing')}
  >
    <dl className={styles.facts}>
      <dt>Theirs</dt>
      <Version of={theirs} beside={yours} />
      <dt>Yours</dt>
      <Version of={yours} beside={theirs} />
    </dl>
    <p>Saving yours undoes their change.</p>
  </AlertDialog>
);

function Version({ of, beside }: { of: BotUserValues; beside: BotUserValues }) {
  const name = <UntrustedText text={shorten(of.name.trim() || '(no name)')} />;
  const state = of.active ? 'active' : 'inactive';
  return (
    <dd>
      {of.name === beside.name ? name : <strong>{name}</strong>},{' '}
      {of.active === beside.active ? state : <strong>{state}</strong>}
    </dd>
  );
}
