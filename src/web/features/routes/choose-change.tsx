import { Group, Radio, Stack } from '@mantine/core';
import { applyDraft, type ApplyDraft } from '#web/features/routes/apply-draft.ts';
import type { Mode } from '#web/features/routes/build-plan.ts';
import { onOff } from '#web/features/routes/restriction-words.ts';
import { Card } from '#web/ui/card.tsx';
import { Segments } from '#web/ui/segments.tsx';

const MODES: ReadonlyArray<{ value: Mode; text: string; hint: string }> = [
  {
    value: 'add',
    text: 'Add these policies',
    hint: 'Existing policies stay. Routes without an IP restriction get one, turned on.',
  },
  { value: 'remove', text: 'Remove these policies', hint: 'Everything else stays.' },
  {
    value: 'replace',
    text: 'Replace with these',
    hint: 'Each route gets exactly these, and stays on or off. The plan shows what each one loses.',
  },
  { value: 'enforce', text: 'Only turn on or off', hint: 'The policies stay as they are.' },
];

const ON_OFF = [
  { value: 'on', text: 'On' },
  { value: 'off', text: 'Off' },
];

export function ChooseChange({ mode, enabled, input }: ApplyDraft) {
  return (
    <Card title="What to do">
      <Radio.Group
        label="What to do"
        labelProps={{ className: 'visually-hidden' }}
        value={mode}
        onChange={(next) => applyDraft.edit({ mode: next, input: { ...input, error: '' } })}
      >
        <Stack gap="sm">
          {MODES.map(({ value, text, hint }) => (
            // Without the description, which is part of Mantine's label.
            <Radio key={value} value={value} aria-label={text} label={text} description={hint} />
          ))}
        </Stack>
      </Radio.Group>
      {mode === 'enforce' && (
        <Group gap="xs">
          <span aria-hidden>IP restriction</span>
          <Segments
            legend="IP restriction"
            value={onOff(enabled)}
            options={ON_OFF}
            onChange={(next) => applyDraft.edit({ enabled: next === 'on' })}
          />
        </Group>
      )}
    </Card>
  );
}
