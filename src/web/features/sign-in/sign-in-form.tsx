import { useEffect, useRef, useState } from 'react';
import { failureOf, refusalCause } from '#client/errors.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { checkKey, keepFirstPage } from '#web/api/call.ts';
import type { SignInFailure } from '#web/api/sign-in-failure.ts';
import { useConfig } from '#web/api/config.ts';
import { waitText } from '#web/api/failure-text.ts';
import { signInFailure } from '#web/api/sign-in-failure.ts';
import { session } from '#web/session/session.ts';
import { readApiKey } from '#web/features/sign-in/api-key-text.ts';
import { SignInFields } from '#web/features/sign-in/sign-in-fields.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useTimeLeft } from '#web/ui/use-timers.ts';
import { Button } from '#web/ui/parts/button.tsx';

type SignInFormProps = {
  autoFocus?: boolean;
  /** Tells whether an error is shown, for the document's title. */
  onProblem?: (shown: boolean) => void;
};

/** @returns the first page of the list, if the key may read it; or why it cannot sign in */
async function tryKey(key: string, signal: AbortSignal, config: RuntimeConfig) {
  try {
    return { page: await checkKey(key, signal) };
  } catch (error) {
    // The key is valid, and only may not list bot users.
    const isValid = refusalCause(failureOf(error)) === 'no-right';
    return isValid ? {} : { refused: signInFailure(error, config) };
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
  const box = useRef<HTMLInputElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  /** Of the check that runs. Not state: the second press of a double click comes before the next render. */
  const check = useRef<AbortController>(undefined);
  const [isKeyShown, setKeyShown] = useState(false);
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

  async function submit() {
    const input = field.current;
    if (!input || check.current || waiting > 0) return;
    const read = readApiKey(input.value);
    show('problem' in read ? read : {});
    if ('problem' in read) return;
    const { signal } = (check.current = new AbortController());
    setKeyShown(false);
    setBusy(true);
    const { page, refused } = await tryKey(read.key, signal, config);
    check.current = undefined;
    if (signal.aborted) return;
    setBusy(false);
    if (refused) {
      show({ failure: refused });
      setWaitUntil(performance.now() + (refused.waitMs ?? 0));
      return;
    }
    // The key stays in no field of the page.
    input.value = '';
    session.signIn(read.key, box.current?.checked === true);
    if (page) keepFirstPage(page);
  }


  return (
    <SignInFields
      config={config}
      service={serviceName(config)}
      alert={
        failure && (
          <Notice
            ref={alert}
            tone="danger"
            role="alert"
            title={failure.title}
            details={failure.details}
          >
            <p>{failure.text}</p>
          </Notice>
        )
      }
      field={field}
      box={box}
      stay={session.staysSignedIn()}
      autoFocus={autoFocus}
      isKeyShown={isKeyShown}
      error={problem ? <FieldError text={problem} alert /> : failure?.atField}
      busy={busy || waiting > 0}
      wait={waiting > 0 ? `You can try again in ${waitText(waiting * 1000)}.` : undefined}
      onShow={() => setKeyShown(!isKeyShown)}
      onTyped={() => problem !== undefined && show({})}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    />
  );
}

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
      <p>Your key stopped working. Sign in with a key of the same account. Your text is kept.</p>
      <SignInForm autoFocus />
    </Dialog>
  );
}

/** Password managers keep one entry for each service by it. */
const serviceName = ({ service_host, instance }: RuntimeConfig) =>
  instance ? `${service_host} (${instance.name})` : service_host;
