import { useState, useSyncExternalStore } from 'react';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { useConfig } from '#web/api/config.ts';
import { ageText, idleText } from '#web/session/session-limits.ts';
import { session } from '#web/session/session.ts';
import { SignInForm } from '#web/features/sign-in/sign-in-form.tsx';
import { SignInGate } from '#web/features/sign-in/sign-in-gate.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

const endTexts = (config: RuntimeConfig) => ({
  'signed-out':
    'Signed out in every tab of this browser. The key itself still works until it is revoked.',
  idle: `You were signed out after ${idleText(config)} without activity.`,
  age: `You were signed out ${ageText(config)} after signing in.`,
  none: undefined,
});

export function SignInPage() {
  const state = useSyncExternalStore(session.subscribe, session.state);
  const config = useConfig();
  const [problem, setProblem] = useState(false);

  const ended = state.kind === 'signed-out' ? endTexts(config)[state.reason] : undefined;

  return (
    <SignInGate
      config={config}
      title={problem ? 'Error: Sign in' : 'Sign in'}
      alert={
        ended && (
          <Notice tone="neutral" role="status">
            {ended}
          </Notice>
        )
      }
    >
      <SignInForm autoFocus onProblem={setProblem} />
    </SignInGate>
  );
}
