import { Button, Checkbox, TextInput, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { failureOf, refusalCause } from '#client/errors.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { checkKey } from '#web/api/call.ts';
import type { SignInFailure } from '#web/api/cause-texts.ts';
import { useConfig } from '#web/api/config.ts';
import { waitText } from '#web/api/failure-table.ts';
import { signInFailure } from '#web/api/failure-text.ts';
import { ageText, idleText } from '#web/session/session-limits.ts';
import { session } from '#web/session/session.ts';
import { readApiKey } from '#web/features/sign-in/api-key-text.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useTimeLeft } from '#web/ui/feedback/use-timers.ts';
import styles from './sign-in-form.module.css';

type SignInFormProps = {
  autoFocus?: boolean;
  /** Tells whether an error is shown, for the document's title. */
  onProblem?: (shown: boolean) => void;
};

/** @returns why the key cannot sign in */
async function keyFailure(key: string, signal: AbortSignal, config: RuntimeConfig) {
  try {
    await checkKey(key, signal);
    return undefined;
  } catch (error) {
    // The key is valid, and only may not list bot users.
    return refusalCause(failureOf(error)) === 'no-right' ? undefined : signInFailure(error, config);
  }
}

/**
 * Signs in with a key once one read with it has worked.
 *
 * Without a form library: password managers fill the field in without an event, and the key must not stay in state.
 */
export function SignInForm({ autoFocus, onProblem }: SignInFormProps) {
  const config = useConfig();
  const field = useRef<HTMLInputElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  /** Of the check that runs. Not state: the second press of a double click comes before the next render. */
  const check = useRef<AbortController>(undefined);
  const [isKeyShown, setKeyShown] = useState(false);
  const [stay, setStay] = useState(session.staysSignedIn);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ problem?: string; failure?: SignInFailure }>({});
  const { problem, failure } = outcome;
  const [waitUntil, setWaitUntil] = useState(0);
  const waiting = Math.ceil(useTimeLeft(waitUntil) / 1000);

  // Also when the same failure comes again.
  useEffect(() => {
    if (outcome.problem !== undefined) field.current?.focus();
    else if (outcome.failure?.atField) field.current?.select();
    else alert.current?.focus();
  }, [outcome]);

  // Unmounted by signing out, or in by another tab: a late response must not sign in.
  useEffect(() => () => check.current?.abort(), []);

  function show(next: typeof outcome) {
    setOutcome(next);
    onProblem?.(next.problem !== undefined || next.failure !== undefined);
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (check.current || waiting > 0) return;
    const read = readApiKey(field.current?.value ?? '');
    show('problem' in read ? read : {});
    if ('problem' in read) return;
    const { signal } = (check.current = new AbortController());
    setKeyShown(false);
    setBusy(true);
    const refused = await keyFailure(read.key, signal, config);
    check.current = undefined;
    if (signal.aborted) return;
    setBusy(false);
    if (refused) {
      show({ failure: refused });
      setWaitUntil(performance.now() + (refused.waitMs ?? 0));
      return;
    }
    // The key stays in no field of the page.
    if (field.current) field.current.value = '';
    session.signIn(read.key, stay);
  }

  return (
    <form
      className={layout.stack}
      aria-label="Sign in"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {failure && (
        <Notice ref={alert} tone="danger" role="alert" title={failure.title}>
          <p>{failure.text}</p>
        </Notice>
      )}
      {/* Password managers keep one entry for each service by it. */}
      <input
        hidden
        readOnly
        type="text"
        id="service"
        name="service"
        autoComplete="username"
        value={serviceName(config)}
      />
      <TextInput
        ref={field}
        classNames={{ wrapper: layout.grow, input: styles.key }}
        label="API key"
        description="Sent only to this service, and checked with one read request."
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, no component
        inputContainer={(input) => (
          <div className={styles.joined}>
            {input}
            <Button
              variant="default"
              className={styles.show}
              aria-pressed={isKeyShown}
              onClick={() => setKeyShown(!isKeyShown)}
            >
              Show<VisuallyHidden component="span">&nbsp;key</VisuallyHidden>
            </Button>
          </div>
        )}
        error={problem ? <FieldError text={problem} alert /> : failure?.atField}
        // `data-autofocus` is for the dialog, which opens after React has focused.
        data-autofocus={autoFocus}
        autoFocus={autoFocus}
        type={isKeyShown ? 'text' : 'password'}
        autoComplete="current-password"
        autoCapitalize="off"
        spellCheck={false}
        id="api-key"
        name="api-key"
        onChange={() => problem !== undefined && show({})}
        // Held down, it would check again as soon as the field of a refused key has the focus back.
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.repeat) event.preventDefault();
        }}
      />
      <Checkbox
        label="Stay signed in when this tab reloads"
        checked={stay}
        onChange={(event) => setStay(event.currentTarget.checked)}
      />
      <BusyButton
        type="submit"
        busy={busy || waiting > 0}
        fullWidth
        aria-describedby={waiting > 0 ? 'sign-in-wait' : undefined}
      >
        Sign in
      </BusyButton>
      {waiting > 0 && (
        <p id="sign-in-wait" className={`${layout.small} ${layout.muted}`}>
          You can try again in {waitText(waiting * 1000)}.
        </p>
      )}
      <p className={`${layout.small} ${layout.muted}`}>
        The key is kept{' '}
        {stay ? 'with this tab, also when the browser restores it' : 'in memory only'}, and shared
        with your other open tabs. You are signed out after {idleText(config)} without activity, and{' '}
        {ageText(config)} after signing in.
      </p>
    </form>
  );
}

const serviceName = ({ service_host, instance }: RuntimeConfig) =>
  instance ? `${service_host} (${instance.name})` : service_host;

/** Over the page, which is kept: the service refused the key. */
export function SignInAgainDialog() {
  return (
    <Dialog
      title="Sign in again"
      // Without a key there is nothing to go back to: Escape keeps the dialog, the button leaves.
      onClose={() => {}}
      footer={
        <Button variant="default" onClick={() => session.end('signed-out')}>
          Sign out
        </Button>
      }
    >
      <p>
        The service no longer accepts the key. Use a key of the same account: what is loaded and
        typed on this page is kept. Reads go on after signing in; a change that was refused waits
        for you.
      </p>
      <SignInForm autoFocus />
    </Dialog>
  );
}
