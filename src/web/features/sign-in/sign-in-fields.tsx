import type { ReactNode, Ref, SubmitEventHandler } from 'react';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { ageText, idleEndText, sentText } from '#web/session/session-limits.ts';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Button } from '#web/ui/parts/button.tsx';
import { Checkbox } from '#web/ui/parts/checkbox.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';
import styles from './sign-in-fields.module.css';

type SignInFieldsProps = {
  config: RuntimeConfig;
  /** Password managers keep one entry for each service by it. */
  service: string;
  /** Above the fields. */
  alert?: ReactNode;
  field?: Ref<HTMLInputElement>;
  box?: Ref<HTMLInputElement>;
  /** Whether the box is ticked at first. */
  stay?: boolean;
  autoFocus?: boolean | undefined;
  isKeyShown?: boolean;
  /** What is wrong with the key. */
  error?: ReactNode;
  busy?: boolean;
  /** Why it cannot be sent yet. */
  wait?: string | undefined;
  onShow?: () => void;
  onTyped?: () => void;
  onSubmit?: SubmitEventHandler<HTMLFormElement>;
};

/**
 * The form of the sign-in, as it stands in the document and as the app draws it. Without state: what is typed and
 * ticked is in the fields alone. It has no names and leads nowhere: without any script nothing gets into an address.
 */
export function SignInFields({
  config,
  service,
  alert,
  field,
  box,
  stay,
  autoFocus,
  isKeyShown = false,
  error,
  busy = false,
  wait,
  onShow,
  onTyped,
  onSubmit,
}: SignInFieldsProps) {
  return (
    <form
      className={layout.stack}
      aria-label="Sign in"
      method="dialog"
      noValidate
      onSubmit={onSubmit}
    >
      {alert}
      <input hidden readOnly type="text" id="service" autoComplete="username" value={service} />
      <TextInput
        ref={field}
        className={styles.key}
        label="API key"
        // Filled in as a whole: what stands behind the host would move.
        description={<span data-config="sent">{sentText(config)}</span>}
        error={error}
        // `data-autofocus` is for the dialog, which opens after React has focused.
        data-autofocus={autoFocus}
        autoFocus={autoFocus}
        type={isKeyShown ? 'text' : 'password'}
        autoComplete="current-password"
        autoCapitalize="off"
        spellCheck={false}
        id="api-key"
        onChange={onTyped}
        // Held down, it would check again as soon as the field of a refused key has the focus back.
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.repeat) event.preventDefault();
        }}
      >
        <Button variant="default" aria-pressed={isKeyShown} onClick={onShow}>
          Show<span className="visually-hidden">&nbsp;key</span>
        </Button>
      </TextInput>
      <Checkbox
        ref={box}
        id="stay"
        label="Stay signed in when this tab reloads"
        defaultChecked={stay}
      />
      <BusyButton
        type="submit"
        busy={busy}
        aria-describedby={wait === undefined ? undefined : 'sign-in-wait'}
      >
        Sign in
      </BusyButton>
      {wait !== undefined && (
        <p id="sign-in-wait" className={`${layout.small} ${layout.muted}`}>
          {wait}
        </p>
      )}
      <p className={`${layout.small} ${layout.muted}`}>
        Kept <span className={styles.inTab}>with this tab, also when the browser restores it</span>
        <span className={styles.inMemory}>in memory</span>, shared with your open tabs. Ends after{' '}
        <span data-config="idle">{idleEndText(config)}</span> or{' '}
        <span data-config="age">{ageText(config)}</span>.
      </p>
    </form>
  );
}
