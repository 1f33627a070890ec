import { Box, Checkbox, PasswordInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { checkKey } from '#web/api/call.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { waitText } from '#web/api/failure-text.ts';
import { isKeyValid, signInFailure, type SignInFailure } from '#web/api/sign-in-failure.ts';
import { readApiKey } from '#web/features/sign-in/api-key-text.ts';
import { ageText, idleEndText } from '#web/session/session-limits.ts';
import { session } from '#web/session/session.ts';
import { accountOfKey } from '#web/session/stored-session.ts';
import { Notice } from '#web/ui/notice.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { useTimeLeft } from '#web/ui/use-timers.ts';

/** Why the key has not signed in, and until when the service asks to wait. */
type Outcome = { problem?: string; failure?: SignInFailure; waitUntil?: number };

/**
 * Signs in with a key once a read with it has worked.
 *
 * Without a form library: password managers fill the field without an event, and the key must not get into state.
 *
 * @param onProblem hears whether an error is shown, for the document's title
 */
export function SignInForm({ onProblem }: { onProblem?: (isShown: boolean) => void }) {
  const config = runtimeConfig();
  const field = useRef<HTMLInputElement>(null);
  /** Aborts the check under way. Not state: the second press of a double click comes before the next render. */
  const check = useRef<AbortController>(undefined);
  const [isKeyShown, setKeyShown] = useState(false);
  const [staysSignedIn, setStays] = useState(session.staysSignedIn);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>({});
  const { problem, failure, waitUntil = 0 } = outcome;
  const waitSeconds = Math.ceil(useTimeLeft(waitUntil) / 1000);
  const isWaiting = waitSeconds > 0;

  // The focus moves again when the same failure comes again.
  useEffect(() => {
    if (outcome.problem !== undefined) field.current?.focus();
    else if (outcome.failure?.atField) field.current?.select();
  }, [outcome]);

  // Unmounted by a sign-in of another tab, or by a sign-out: a response that comes then must not sign in.
  useEffect(() => () => check.current?.abort(), []);

  function show(next: Outcome) {
    setOutcome(next);
    onProblem?.(next.problem !== undefined || next.failure !== undefined);
  }

  async function submit() {
    const input = field.current;
    if (!input || check.current || isWaiting) return;
    const read = readApiKey(input.value);
    show('problem' in read ? read : {});
    if ('problem' in read) return;
    const { signal } = (check.current = new AbortController());
    setKeyShown(false);
    setBusy(true);
    const refused = await checkKey(read.key, signal).then(
      () => undefined,
      (error: unknown) => (isKeyValid(error) ? undefined : signInFailure(error)),
    );
    const account = await accountOfKey(read.key);
    check.current = undefined;
    if (signal.aborted) return;
    setBusy(false);
    if (refused) return show({ failure: refused, waitUntil: performance.now() + refused.waitMs });
    // The key stays in no field of the page.
    input.value = '';
    session.signIn(read.key, staysSignedIn, account);
  }

  // No names and no address to send to: without a script nothing of it can get into an address.
  return (
    <Box
      component="form"
      display="grid"
      style={{ gap: '1rem' }}
      aria-label="Sign in"
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <input hidden readOnly type="text" autoComplete="username" value={serviceName(config)} />
      <PasswordInput
        ref={field}
        id="api-key"
        label="API key"
        styles={{ innerInput: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        description={`Sent only to ${config.service_host || 'this service'}.`}
        error={problem}
        aria-invalid={problem !== undefined}
        visible={isKeyShown}
        onVisibilityChange={setKeyShown}
        visibilityToggleButtonProps={{ 'aria-label': 'Show key', 'aria-pressed': isKeyShown }}
        autoFocus
        data-autofocus
        autoComplete="current-password"
        autoCapitalize="off"
        spellCheck={false}
        onChange={() => problem !== undefined && show({})}
        // Held down, it would check again as soon as the field of a refused key has the focus back.
        onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
      />
      <Checkbox
        label="Stay signed in when this tab reloads"
        checked={staysSignedIn}
        onChange={(event) => setStays(event.currentTarget.checked)}
      />
      {failure && (
        <Notice tone="danger" title={failure.title} details={failure.details}>
          {failure.text}
        </Notice>
      )}
      <SubmitButton
        busy={isBusy}
        refusal={isWaiting ? `You can try again in ${waitText(waitSeconds * 1000)}.` : undefined}
      >
        Sign in
      </SubmitButton>
      <p className="dim">
        Kept {staysSignedIn ? 'with this tab, also when the browser restores it' : 'in memory'},
        shared with your open tabs. Ends after {idleEndText(config)} or {ageText(config)}.
      </p>
    </Box>
  );
}

/** Password managers keep one entry for each service by it. */
const serviceName = ({ service_host, instance }: RuntimeConfig) =>
  instance ? `${service_host} (${instance.name})` : service_host;
