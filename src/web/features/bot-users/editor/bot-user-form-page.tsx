import { useLayoutEffect, useRef, type ReactNode } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { lastList } from '#web/features/bot-users/data/last-opened.ts';
import { SameName } from '#web/features/bot-users/editor/same-name.tsx';
import type { BotUserForm as Form } from '#web/features/bot-users/editor/use-bot-user-form.ts';
import { Breadcrumb } from '#web/ui/layout/breadcrumb.tsx';
import { Page, type PageProps } from '#web/ui/layout/page.tsx';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { fieldId, SwitchField, TextField } from '#web/ui/form/form-fields.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { count } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import parts from '#web/ui/layout/page-parts.module.css';
import { useSubmitKeys } from '#web/ui/use-shortcuts.ts';
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx';
import { hasOddCharacters } from '#web/lib/untrusted-text.ts';
import { Badge } from '#web/ui/parts/badge.tsx';
import { Button, LinkButton } from '#web/ui/parts/button.tsx';

type BotUserFormPageProps = Pick<PageProps, 'title' | 'heading' | 'lead' | 'alert'> & {
  form: Form;
  /** The one that is edited; absent for a new one. */
  own?: BotUser;
  crumb: string;
  label: string;
  activeHint: string;
  submitLabel: string;
  /** Why nothing can be saved now. */
  refusal: string | undefined;
  /** A second way to submit, after which the form is emptied. */
  addAnotherLabel?: string;
  curl: string;
  /** Beside "Copy as curl". */
  menu?: ReactNode;
  /** Beside the form. */
  children?: ReactNode;
};

export function BotUserFormPage(props: BotUserFormPageProps) {
  const { form, own, crumb, label, activeHint, submitLabel, addAnotherLabel, curl } = props;
  const { control, isSubmitting, changed, problems, refused, submit } = form;
  const element = useRef<HTMLFormElement>(null);
  useSubmitKeys(element);
  const isNew = own === undefined;
  // Before the page gives the focus to its heading. What the name was filled with is typed over.
  useLayoutEffect(() => {
    if (!isNew) return;
    const name = element.current?.querySelector<HTMLInputElement>(`#${fieldId('name')}`);
    name?.focus();
    name?.select();
  }, [isNew]);
  return (
    <Page
      title={`${problems.length > 0 ? 'Error: ' : ''}${props.title}`}
      heading={props.heading}
      lead={props.lead}
      breadcrumb={
        <Breadcrumb crumbs={[{ text: 'Bot users', ...lastList.link() }, { text: crumb }]} />
      }
      alert={
        <>
          {problems.length > 0 && (
            <ErrorSummary
              problems={problems}
              attempt={refused.attempt}
              actions={
                refused.canRetry && (
                  <Button size="xs" variant="default" onClick={() => void submit()}>
                    Try again
                  </Button>
                )
              }
            />
          )}
          {props.alert}
        </>
      }
      actions={
        <>
          <CopyTextButton curl label="Copy as curl" text={curl} />
          {props.menu}
        </>
      }
    >
      <div className={parts.two}>
        <form
          ref={element}
          className={layout.card}
          aria-label={label}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // Enter in a field submits with the first button.
            void submit(event.nativeEvent.submitter?.dataset['another'] !== undefined);
          }}
        >
          <div className={layout.pad}>
            <TextField
              name="name"
              control={control}
              label="Name"
              description={<NameHint name={form.typed.name} />}
              autoComplete="off"
              spellCheck={false}
            >
              <SameName name={form.typed.name} own={own} />
            </TextField>
            <div className={parts.separated}>
              <SwitchField name="active" control={control} label="Active" hint={activeHint} />
            </div>
          </div>
          <div className={parts.saveBar}>
            <BusyButton type="submit" busy={isSubmitting} refusal={props.refusal}>
              {submitLabel}
            </BusyButton>
            {addAnotherLabel && props.refusal === undefined && (
              <BusyButton
                type="submit"
                variant="default"
                busy={isSubmitting}
                aria-keyshortcuts="Control+Shift+Enter"
                data-another
              >
                {addAnotherLabel}
              </BusyButton>
            )}
            <LinkButton variant="default" {...lastList.link()}>
              Cancel
            </LinkButton>
            <span className={layout.grow} />
            {changed > 0 && <Badge color="warn">{count(changed, 'unsaved change')}</Badge>}
          </div>
          <UnsavedGuard dirty={changed > 0} />
        </form>
        {props.children}
      </div>
    </Page>
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
