import { useState } from 'react';
import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { askToConfirm, keepChange } from '#web/features/routes/confirm/confirmations.ts';
import { UntilField } from '#web/features/routes/confirm/until-field.tsx';
import { timeOfField } from '#web/features/routes/confirm/until-text.ts';
import type { RouteIds } from '#web/features/routes/kept-route.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { isSameModule, type ModuleRead } from '#web/features/routes/module-read.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Checkbox } from '#web/ui/parts/checkbox.tsx';
import styles from '../routes.module.css';

/** How a change is to be applied, as chosen by hand. */
export type ApplyOptions = ReturnType<typeof useApplyOptions>;

/** Kept by whatever outlives one dialog: a conflict must not lose what was chosen in the review before it. */
export function useApplyOptions() {
  const [confirm, setConfirm] = useState(false);
  /** As the field holds it: `2026-11-23T05:34`. */
  const [until, setUntil] = useState('');
  const [error, setError] = useState('');

  return {
    confirm,
    setConfirm,
    until,
    setUntil(text: string) {
      setUntil(text);
      setError('');
    },
    error,
    /** Says what is wrong with the time, and leads to it. @param turnsOff otherwise nobody is asked for one */
    isValid(turnsOff: boolean): boolean {
      if (!turnsOff) return true;
      const field = document.getElementById(UNTIL_FIELD);
      // Half a time is no text yet: the field looks filled and is empty.
      const isHalf = field instanceof HTMLInputElement && field.validity.badInput;
      if (!isHalf && (until === '' || timeOfField(until) > Date.now())) return true;
      setError(
        isHalf
          ? 'This time is not complete. Enter a date and a time, or clear both.'
          : 'This time is over. Choose a later one, or none.',
      );
      field?.focus();
      return false;
    },
    /** No response came: if it was made all the same, it may be what has locked the person out. */
    keepUnsure(route: RouteIds, label: string, before: ModuleRead, wanted: IpRestrictionReplace) {
      if (confirm) askToConfirm(route, label, before.module, wanted);
    },
    /** After the change was made. */
    keep(route: RouteIds, label: string, before: ModuleRead, after: ModuleRead) {
      const off_until = timeOfField(until);
      if (turnsOff(before.module, after.module) && !Number.isNaN(off_until))
        knownRoutes().setOffUntil(route, off_until);
      if (!confirm) keepChange(route);
      else if (!isSameModule(before.module, after.module))
        askToConfirm(route, label, before.module, after.module);
      setConfirm(false);
      setUntil('');
    },
  };
}

const UNTIL_FIELD = 'off-until';

type Enforced = { enabled: boolean } | null;

export const turnsOff = (before: Enforced, after: Enforced) =>
  before?.enabled === true && after?.enabled === false;

type ApplyOptionFieldsProps = {
  options: ApplyOptions;
  turnsOff: boolean;
  /** `false`: what was there could not be put back. */
  canConfirm?: boolean;
};

export function ApplyOptionFields({
  options,
  turnsOff: asksUntil,
  canConfirm = true,
}: ApplyOptionFieldsProps) {
  return (
    <>
      {asksUntil && (
        <UntilField
          id={UNTIL_FIELD}
          value={options.until}
          error={options.error}
          onChange={options.setUntil}
        />
      )}
      {canConfirm && (
        <div>
          <Checkbox
            label="Confirm within 2 minutes"
            checked={options.confirm}
            aria-describedby="confirm-hint"
            onChange={(event) => options.setConfirm(event.currentTarget.checked)}
          />
          <p id="confirm-hint" className={`${layout.small} ${layout.muted} ${styles.underBox}`}>
            For a change that may lock you out: it is put back unless you press Keep. Stay signed in
            until then.
          </p>
        </div>
      )}
    </>
  );
}
