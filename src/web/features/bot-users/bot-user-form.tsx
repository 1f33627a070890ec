import { Badge, Button, Menu, Stack, Switch, TextInput } from '@mantine/core';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { updateOf, type BotUserState } from '#bulk/bot-user-state.ts';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { useWriteRefusal } from '#web/api/access.ts';
import { curlOf } from '#web/api/curl.ts';
import { detailsOf } from '#web/api/failure-text.ts';
import { lastList } from '#web/features/bot-users/last-opened.ts';
import { SameName } from '#web/features/bot-users/same-name.tsx';
import {
  mayPassLater,
  useBotUserForm,
  wantedOf,
  type Save,
} from '#web/features/bot-users/use-bot-user-form.ts';
import { count, shorten } from '#web/lib/format.ts';
import { hasOddCharacters } from '#web/lib/untrusted-text.ts';
import { CopyMenuItem } from '#web/ui/anchored-menu.tsx';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { CardFoot, Columns } from '#web/ui/card.tsx';
import { icon } from '#web/ui/icon.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { nameOf } from '#web/ui/safe-line.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { useSubmitKeys } from '#web/ui/use-shortcuts.ts';

const WORDS = {
  create: {
    label: 'New bot user',
    submit: 'Create bot user',
    active: 'Off creates the bot user as inactive. Takes effect when you create it.',
  },
  update: {
    label: 'Edit bot user',
    submit: 'Save changes',
    active: 'Off keeps the bot user and marks it inactive. Takes effect when you save.',
  },
};

type BotUserFormProps = {
  /** The bot user that is edited; absent for a new one. */
  own?: BotUser;
  /** What the fields start from. */
  values: BotUserState;
  onSave: Save;
  /** Above the buttons: what came of an earlier press, or of reading the bot user. */
  outcome?: ReactNode;
  /** That says why nothing was saved. */
  isGone?: boolean;
  /** Nobody knows yet what came of it. */
  isUnsure?: boolean;
  /** Beside the form. */
  children: ReactNode;
};

/** The page of a new bot user and of one that is edited. */
export function BotUserForm(props: BotUserFormProps) {
  const { own, values, onSave, outcome, isGone, isUnsure, children } = props;
  const form = useBotUserForm(values, onSave);
  const { control, typed, changed, errors, isSubmitting } = form;
  const nameField = useController({ name: 'name', control }).field;
  const { value: isActive, ...activeField } = useController({ name: 'active', control }).field;
  const isNew = own === undefined;
  const name = own ? nameOf(own) : 'New bot user';
  const title = own ? `Edit ${shorten(name)}` : name;
  const words = isNew ? WORDS.create : WORDS.update;
  const params = { id: own?.id ?? '' };
  const refusal = useWriteRefusal(
    isNew ? botUserEndpoints.create : botUserEndpoints.update,
    params,
  );
  const element = useRef<HTMLFormElement>(null);
  const another = useRef(false);
  useSubmitKeys(element);

  // Before the page gives the focus to its heading. A name that the address has filled in is typed over.
  useLayoutEffect(() => {
    if (!isNew) return;
    const field = element.current?.querySelector<HTMLInputElement>('[name=name]');
    field?.focus();
    field?.select();
  }, [isNew]);

  /** By the button of the form: it keeps the focus, and those in the boxes go. */
  function tryAgain() {
    const which = another.current ? '[data-another]' : '[type=submit]';
    const button = element.current?.querySelector<HTMLElement>(which);
    button?.focus();
    button?.click();
  }

  const wanted = wantedOf(typed, values);
  // Without a change the command states the fields as they are.
  const body = changed.length > 0 ? updateOf(values, wanted) : wanted;
  const curl = isNew
    ? curlOf(botUserEndpoints.create, { body: wanted })
    : curlOf(botUserEndpoints.update, { params, body });

  return (
    <Page
      title={errors.name || errors.active || errors.root || isUnsure ? `Error: ${title}` : title}
      heading={<UntrustedText text={shorten(name, 300)} />}
      breadcrumb={<Breadcrumb parent={lastList.crumb()} text={own ? shorten(name) : 'New'} />}
      lead={own && <ActiveBadge isActive={own.active} />}
      actions={
        <Menu>
          <Menu.Target>
            <Button rightSection={<ChevronDown {...icon} />}>More</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <CopyMenuItem label="Copy as curl" text={curl} />
          </Menu.Dropdown>
        </Menu>
      }
    >
      <Columns>
        <form
          ref={element}
          className="card"
          aria-label={words.label}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            another.current = event.nativeEvent.submitter?.dataset['another'] !== undefined;
            void form.submit(another.current);
          }}
        >
          <Stack p="lg" gap="lg" style={{ overflowWrap: 'anywhere' }}>
            {refusal !== undefined && <Notice tone="warn">{refusal}</Notice>}
            <div>
              <TextInput
                {...nameField}
                label="Name"
                description={<NameHint name={typed.name} />}
                autoComplete="off"
                spellCheck={false}
                error={errors.name?.message && <UntrustedText text={errors.name.message} />}
              />
              <SameName name={typed.name} own={own} />
            </div>
            <Switch
              {...activeField}
              checked={isActive}
              label="Active"
              // Else the description would be part of the name.
              aria-label="Active"
              description={words.active}
              error={
                errors.active?.message && (
                  <span role="alert">
                    <UntrustedText text={errors.active.message} />
                  </span>
                )
              }
            />
            {errors.root && !isGone && (
              <Notice
                tone="danger"
                details={detailsOf(form.failure)}
                onRetry={mayPassLater(form.failure) ? tryAgain : undefined}
              >
                {errors.root.message}
              </Notice>
            )}
            {outcome}
          </Stack>
          <CardFoot>
            <SubmitButton busy={isSubmitting} refusal={refusal}>
              {words.submit}
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
            <Button component={Link} {...lastList.link()}>
              Cancel
            </Button>
            {changed.length > 0 && (
              <Badge color="warn">{count(changed.length, 'unsaved change')}</Badge>
            )}
          </CardFoot>
          <UnsavedGuard dirty={changed.length > 0} isSending={isSubmitting} />
        </form>
        <Stack gap="lg">{children}</Stack>
      </Columns>
    </Page>
  );
}

const ActiveBadge = ({ isActive }: { isActive: boolean }) => (
  <div>
    <Badge color={isActive ? 'accent' : 'gray'}>{isActive ? 'Active' : 'Inactive'}</Badge>
  </div>
);

function NameHint({ name }: { name: string }) {
  const hint = 'What people see in lists and logs.';
  if (!hasOddCharacters(name)) return hint;
  return (
    <>
      {hint} This name has characters that cannot be seen: <UntrustedText text={name} />
    </>
  );
}
