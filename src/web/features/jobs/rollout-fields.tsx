import '#web/styles/more.css';
import { Checkbox, NumberInput, Stack } from '@mantine/core';
import { TARGET_WORDS } from '#web/features/jobs/texts.ts';
import type { Rollout, TargetKind } from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { ROLLOUT } from '#web/jobs/rollout.ts';
import { count } from '#web/lib/format.ts';

type RolloutFieldsProps = { target: TargetKind; rollout: Rollout };

/** In how many steps the plan is carried out, and how many failures it bears: folded, with the choice in words. */
export function RolloutFields({ target, rollout }: RolloutFieldsProps) {
  const { steps, stopAfter } = rollout;
  const { one } = TARGET_WORDS[target];

  /** In the plan, so that a reload keeps it. */
  function change(next: Partial<Rollout>) {
    const plan = jobs.plan();
    if (plan) jobs.setPlan({ ...plan, rollout: { ...rollout, ...next } });
  }

  return (
    <details>
      <summary>
        {steps.length > 0 ? `Roll-out: one ${one} first, then five, then the rest` : 'All at once'}
        {stopAfter === null ? '' : `, stops after ${count(stopAfter, 'failure')}`}
      </summary>
      <Stack gap="xs" role="group" aria-label="Roll-out">
        <Checkbox
          label={`Start with one ${one}, then five, then the rest`}
          checked={steps.length > 0}
          onChange={(event) => change({ steps: event.currentTarget.checked ? ROLLOUT.steps : [] })}
        />
        <NumberInput
          label="Stop after so many failures"
          description="Empty: failures do not stop it."
          min={1}
          max={100_000}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={stopAfter ?? ''}
          onChange={(value) =>
            change({ stopAfter: value === '' ? null : Math.max(1, Number(value)) })
          }
        />
      </Stack>
    </details>
  );
}
