import { Button, Checkbox, TextInput, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { failureOf, refusalCause } from '#client/errors.ts';
import { checkKey } from '#web/api/call.ts';
import { runtimeConfig } from '#web/api/config.ts';
import type { SignInFailure } from '#web/api/cause-texts.ts';
import { waitText } from '#web/api/failure-table.ts';
import { signInFailure } from '#web/api/failure-text.ts';
import { session } from '#web/session/session.ts';
import { readApiKey } from '#web/features/sign-in/api-key-text.ts';
import { idleMinutes, sessionHours } from '#web/features/sign-in/limit-words.ts';
import { BusyButton } from '#web/ui/form/busy-button.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useTimeLeft } from '#web/ui/feedback/use-time-left.ts';
import styles from './sign-in-form.module.css';

/** Checks a key with one read; `undefined` when the service takes it. */
async function refusalOf(key: string, signal: AbortSignal): Promise<SignInFailure | undefined> {
  try {
    await checkKey(key, signal);
    return undefined;
  } catch (error) {
    // The key is real, and only may not list bot users.
    if (refusalCause(failureOf(error)) === 'no-right') return undefined;
    return signInFailure(error, runtimeConfig());
  }
}

/** Under which a manager of passwords keeps the key. */
function serviceName(): string {
  const { service_host, instance } = runtimeConfig();
  return instance ? `${service_host} (${instance.name})` : service_host;
}

type SignInFormProps = {
  autoFocus?: boolean;
  /** Tells whether an error is shown, for the document's title. */
  onProblem?: (shown: boolean) => void;
};

/** Asks for a key and takes it once the service has answered one read with it. */
export function SignInForm({ autoFocus, onProblem }: SignInFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const checking = useRef(false);
  const leaving = useRef(new AbortController());
  const [shown, setShown] = useState(false);
  const [stay, setStay] = useState(session.staysSignedIn);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ text: string }>();
  const [failure, setFailure] = useState<SignInFailure>();
  const [waitUntil, setWaitUntil] = useState(0);
  const waiting = Math.ceil(useTimeLeft(waitUntil) / 1000);

  // The field is there again, hidden and with its text, before it is focused and selected.
  useEffect(() => {
    onProblem?.(problem !== undefined || failure !== undefined);
    if (problem !== undefined) field.current?.focus();
    else if (failure?.atField) field.current?.select();
    else if (failure) alert.current?.focus();
    // Only a new outcome moves the focus.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [problem, failure]);

  // Signing out, or in by another tab, takes this form away: a late answer must not sign in after that.
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    // A ref and not the state: the second press of a double click comes before the next render.
    if (checking.current || waiting > 0) return;
    const read = readApiKey(field.current?.value ?? '');
    setFailure(undefined);
    // A new object each time: the same refusal again takes the focus again.
    setProblem('problem' in read ? { text: read.problem } : undefined);
    if ('problem' in read) return;
    checking.current = true;
    setShown(false);
    setBusy(true);
    const { signal } = leaving.current;
    const refusal = await refusalOf(read.key, signal);
    checking.current = false;
    if (signal.aborted) return;
    setBusy(false);
    setFailure(refusal);
    setWaitUntil(performance.now() + (refusal?.waitMs ?? 0));
    if (refusal !== undefined) return;
    // What had the key last is the session, and no field of the page.
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
      {/* Managers of passwords keep one entry for each service by it; nobody else meets it. */}
      <input
        hidden
        readOnly
        type="text"
        id="service"
        name="service"
        autoComplete="username"
        value={serviceName()}
      />
      <TextInput
        ref={field}
        classNames={{ wrapper: layout.grow, input: styles.key }}
        label="API key"
        description="Sent only to this service, and checked with one read request."
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        // A render prop, no component.
        // oxlint-disable-next-line react/no-unstable-nested-components
        inputContainer={(input) => (
          <div className={styles.joined}>
            {input}
            <Button
              variant="default"
              className={styles.show}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              Show<VisuallyHidden component="span">&nbsp;key</VisuallyHidden>
            </Button>
          </div>
        )}
        error={problem ? <FieldError text={problem.text} alert /> : failure?.atField}
        // `data-autofocus` is for the dialog, which opens after React has focused.
        data-autofocus={autoFocus}
        autoFocus={autoFocus}
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        autoCapitalize="off"
        spellCheck={false}
        id="api-key"
        name="api-key"
        // Read when it is sent, for managers of passwords fill it in without an event, and React keeps no copy.
        onChange={() => setProblem(undefined)}
        // Held down, it would ask again as soon as a refused key has the focus back.
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
        with your other open tabs. You are signed out after {idleMinutes()} without activity, and{' '}
        {sessionHours()} after signing in.
      </p>
    </form>
  );
}
