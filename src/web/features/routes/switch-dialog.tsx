import { useQuery } from '@tanstack/react-query';
import { PolicyName } from '#web/features/routes/difference-list.tsx';
import { useEmptyConsent } from '#web/features/routes/empty-consent.tsx';
import type { KnownRoute } from '#web/features/routes/known-routes.ts';
import { usePolicyNames } from '#web/features/routes/policies.ts';
import { changeOf, restrictionQuery, useRestrictionRefusal } from '#web/features/routes/queries.ts';
import type { RestrictionRead } from '#web/features/routes/restriction-read.ts';
import { isOnAndEmpty, warningsOf } from '#web/features/routes/restriction-words.ts';
import { onOff, restrictionText } from '#web/features/routes/restriction.ts';
import {
  useRestrictionWrite,
  type WriteOutcome,
} from '#web/features/routes/use-restriction-write.ts';
import { WriteNotice } from '#web/features/routes/write-notice.tsx';
import { requestUndo } from '#web/jobs/current-job.ts';
import { count, shorten } from '#web/lib/format.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { ReadError } from '#web/features/routes/read-error.tsx';
import { nameOf } from '#web/ui/safe-line.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './restriction.module.css';

/** @returns the whole IP restriction to send, or why there is nothing to do */
function wantedOf(enabled: boolean, { restriction, missing }: RestrictionRead) {
  if (missing) return { reason: 'This route does not exist.' };
  if (!restriction) return { reason: 'This route has no IP restriction. Open it to add one.' };
  return restriction.enabled === enabled
    ? { reason: `It is already ${onOff(enabled)}.` }
    : { wanted: { ...restriction, enabled } };
}

type SwitchDialogProps = { route: KnownRoute; enabled: boolean; onClose: () => void };

/** The quick way in an incident. It reads the route first, so that never an old list of policies is sent. */
export function SwitchDialog({ route, enabled, onClose }: SwitchDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(restrictionQuery(route));
  const refusal = useRestrictionRefusal(route).replace;
  const { isBusy, problem, setProblem, write, check } = useRestrictionWrite(route);
  const { nameOf: nameOfPolicy } = usePolicyNames();
  const read = isFetching ? undefined : data;
  const { wanted, reason } = read ? wantedOf(enabled, read) : {};
  const consent = useEmptyConsent(isOnAndEmpty(wanted ?? null));
  const readError = isFetching ? null : error;
  const unsure = problem?.unsure;
  const ids = wanted?.ip_policy_ids ?? [];
  const name = <UntrustedText text={shorten(nameOf(route))} />;

  async function settle(outcome: Promise<WriteOutcome | undefined>) {
    const result = await outcome;
    if (result?.kind === 'changedMeanwhile') {
      const now = restrictionText(result.now.restriction);
      setProblem({ title: 'Not applied.', text: `This is how it is now: ${now}.` });
    }
    if (result?.kind !== 'saved') return;
    onClose();
    const { before, now, isAsSent } = result;
    const change = changeOf(route, before.restriction, now.restriction);
    notify({
      text: (
        <>
          IP restriction is now {now.restriction ? onOff(now.restriction.enabled) : 'none'} for{' '}
          <strong>{name}</strong>.
          {!isAsSent &&
            ` The service saved something different: ${restrictionText(now.restriction)}.`}
        </>
      ),
      undo: () => requestUndo('route', change),
    });
  }

  return (
    <AlertDialog
      title={
        <>
          Turn IP restriction {onOff(enabled)} for {name}?
        </>
      }
      confirmLabel={`Turn ${onOff(enabled)}`}
      danger={!enabled}
      busy={isBusy}
      refusal={
        refusal ??
        (isFetching ? 'Reading the route…' : undefined) ??
        (unsure || readError ? 'Nothing is sent before it was read.' : undefined) ??
        reason
      }
      other={readError ? { label: 'Read again', onPress: () => void refetch() } : undefined}
      onConfirm={() => {
        const isReady = read && wanted && (!isOnAndEmpty(wanted) || consent.confirm());
        if (isReady) void settle(write({ basis: read, wanted }, 'Try again.'));
      }}
      onClose={onClose}
    >
      <WriteNotice
        problem={problem}
        isBusy={isBusy}
        onCheck={() => unsure && void settle(check(unsure, 'Try again.'))}
      />
      <ReadError title="The route could not be read." error={readError}>
        Nothing was changed.
      </ReadError>
      {wanted && (
        <>
          {warningsOf(read?.restriction ?? null, wanted, nameOfPolicy).map(({ title, text }) => (
            <p key={title}>{text}</p>
          ))}
          <p>
            {ids.length === 0
              ? 'The list of policies is empty.'
              : `Kept: ${count(ids.length, 'policy', 'policies')}.`}
          </p>
          <ul aria-label="Policies" className={styles.taken} hidden={ids.length === 0}>
            {ids.map((id) => (
              <li key={id}>
                <PolicyName id={id} />
              </li>
            ))}
          </ul>
        </>
      )}
      {consent.element}
    </AlertDialog>
  );
}
