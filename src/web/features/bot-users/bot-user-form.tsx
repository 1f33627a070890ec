import { Badge, Button } from '@mantine/core';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { BotUser } from '#contract/bot-user.ts';
import { lastList } from '#web/features/bot-users/last-opened.ts';
import { SameName } from '#web/features/bot-users/same-name.tsx';
import type { BotUserFormState } from '#web/features/bot-users/use-bot-user-form.ts';
import { count } from '#web/lib/format.ts';
import { hasOddCharacters } from '#web/lib/untrusted-text.ts';
import { announce } from '#web/ui/announcer.tsx';
import { SwitchField, TextField } from '#web/ui/fields.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { useSubmitKeys } from '#web/ui/use-shortcuts.ts';
import styles from './bot-user-form.module.css';

type BotUserFormProps = {
  form: BotUserFormState;
  label: string;
  /** The bot user that is edited; absent for a new one. */
  own?: BotUser;
  activeHint: string;
  submitLabel: string;
  /** Why nothing can be saved now. */
  refusal: string | undefined;
  /** Above the buttons. */
  children?: ReactNode;
};

export function BotUserForm(props: BotUserFormProps) {
  const { form, label, own, activeHint, submitLabel, refusal, children } = props;
  const { control, typed, changed, root, isSubmitting } = form;
  const element = useRef<HTMLFormElement>(null);
  useSubmitKeys(element);
  const isNew = own === undefined;

  // Before the page gives the focus to its heading. A name that the address has filled in is typed over.
  useLayoutEffect(() => {
    if (!isNew) return;
    const name = element.current?.querySelector<HTMLInputElement>('[name=name]');
    name?.focus();
    name?.select();
  }, [isNew]);

  return (
    <form
      ref={element}
      className="card"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal === undefined)
          void form.submit(event.nativeEvent.submitter?.dataset['another'] !== undefined);
        else announce(refusal);
      }}
    >
      <div className={styles.fields}>
        {refusal !== undefined && (
          <Notice tone="warn" title={refusal}>
            {isNew ? 'You cannot create a bot user.' : 'You cannot change this bot user.'}
          </Notice>
        )}
        <div>
          <TextField
            name="name"
            control={control}
            label="Name"
            description={<NameHint name={typed.name} />}
            autoComplete="off"
            spellCheck={false}
          />
          <SameName name={typed.name} own={own} />
        </div>
        <SwitchField name="active" control={control} label="Active" description={activeHint} />
        {root && (
          <Notice tone="danger" role="alert" details={form.details}>
            {root.message}
          </Notice>
        )}
        {children}
      </div>
      <div className={styles.buttons}>
        <SubmitButton busy={isSubmitting} refusal={refusal}>
          {submitLabel}
        </SubmitButton>
        {isNew && refusal === undefined && (
          <SubmitButton
            variant="default"
            busy={isSubmitting}
            aria-keyshortcuts="Control+Shift+Enter"
            data-another
          >
            Create and add another
          </SubmitButton>
        )}
        <Button component={Link} variant="default" {...lastList.link()}>
          Cancel
        </Button>
        {changed.length > 0 && (
          <Badge color="warn">{count(changed.length, 'unsaved change')}</Badge>
        )}
      </div>
      <UnsavedGuard dirty={changed.length > 0} />
    </form>
  );
}

function NameHint({ name }: { name: string }) {
  const hint = 'What people see in lists and logs.';
  if (!hasOddCharacters(name)) return hint;
  return (
    <>
      {hint} This name has characters that cannot be seen: <UntrustedText text={name} />
    </>
  );
}
