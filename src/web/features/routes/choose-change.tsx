import '#web/styles/more.css';
import { Group, Radio, Stack } from '@mantine/core';
import { applyDraft, type ApplyDraft } from '#web/features/routes/apply-draft.ts';
import type { Mode } from '#web/features/routes/build-plan.ts';
import { onOff } from '#web/features/routes/restriction.ts';
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

export const ChooseMode = ({ mode, input }: ApplyDraft) => (
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
          onChange={() => applyDraft.edit({ mode: each, input: { ...input, error: '' } })}
        />
      ))}
    </Stack>
  </fieldset>
);

const ON_OFF = [
  { value: 'on', text: 'On' },
  { value: 'off', text: 'Off' },
];
const AS_IS = { value: 'as-is', text: 'As it is' };

export function ChooseState({ mode, enabled }: ApplyDraft) {
  const isReplace = mode === 'replace';
  const value = enabled === undefined ? (isReplace ? 'as-is' : 'on') : onOff(enabled);
  return (
    <Group className={styles.part} gap="xs">
      <span aria-hidden>IP restriction</span>
      <Segments
        legend="IP restriction"
        value={value}
        options={isReplace ? [...ON_OFF, AS_IS] : ON_OFF}
        onChange={(next) =>
          applyDraft.edit({ enabled: next === 'as-is' ? undefined : next === 'on' })
        }
      />
      {value === 'as-is' && (
        <span className="dim">On where a route has no IP restriction yet.</span>
      )}
    </Group>
  );
}
