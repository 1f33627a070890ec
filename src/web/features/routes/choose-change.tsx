import '#web/styles/more.css';
import { Radio, Stack } from '@mantine/core';
import { applyDraft, type ApplyDraft, type WantedState } from '#web/features/routes/apply-draft.ts';
import type { Mode } from '#web/features/routes/build-plan.ts';
import { Segments } from '#web/ui/segments.tsx';
import styles from './apply.module.css';

const MODES: ReadonlyArray<{ mode: Mode; text: string; hint: string }> = [
  {
    mode: 'add',
    text: 'Add these policies',
    hint: 'Existing policies stay. Routes without an IP restriction get one, turned on.',
  },
  { mode: 'remove', text: 'Remove these policies', hint: 'Everything else stays.' },
  {
    mode: 'replace',
    text: 'Replace with these',
    hint: 'Each route gets exactly these. The plan shows what each one loses.',
  },
  { mode: 'enforce', text: 'Only turn on or off', hint: 'The policies stay as they are.' },
];

export const ChooseMode = ({ mode }: { mode: Mode }) => (
  <fieldset className={styles.part}>
    <legend>What to do</legend>
    <Stack gap="sm">
      {MODES.map(({ mode: each, text, hint }) => (
        <Radio
          key={each}
          name="mode"
          // Without the description, which is part of Mantine's label.
          aria-label={text}
          label={text}
          description={hint}
          checked={each === mode}
          onChange={() =>
            applyDraft.edit({ mode: each, input: { ...applyDraft.get().input, error: '' } })
          }
        />
      ))}
    </Stack>
  </fieldset>
);

const ON_OFF: ReadonlyArray<{ value: WantedState; text: string }> = [
  { value: 'on', text: 'On' },
  { value: 'off', text: 'Off' },
];

export function ChooseState({ mode, state }: ApplyDraft) {
  const isReplace = mode === 'replace';
  return (
    <div className={`${styles.part} ${styles.tools}`}>
      <span aria-hidden>IP restriction</span>
      <Segments<WantedState>
        legend="IP restriction"
        value={!isReplace && state === 'as-is' ? 'on' : state}
        options={isReplace ? [...ON_OFF, { value: 'as-is', text: 'As it is' }] : ON_OFF}
        onChange={(next) => applyDraft.edit({ state: next })}
      />
      {isReplace && state === 'as-is' && (
        <span className="dim">On where a route has no IP restriction yet.</span>
      )}
    </div>
  );
}
