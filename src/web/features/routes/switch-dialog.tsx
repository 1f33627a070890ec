import { useQuery } from '@tanstack/react-query';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { PolicyName } from '#web/features/routes/difference-list.tsx';
import { useEmptyConsent } from '#web/features/routes/empty-consent.tsx';
import type { KnownRoute } from '#web/features/routes/known-routes.ts';
import { usePolicyNames } from '#web/features/routes/policies.ts';
import {
  changeOf,
  restrictionQuery,
  useRestrictionRefusal,
  type WriteResult,
} from '#web/features/routes/queries.ts';
import type { RestrictionRead } from '#web/features/routes/restriction-read.ts';
import { isOnAndEmpty, warningsOf } from '#web/features/routes/restriction-words.ts';
import { onOff, restrictionText, toRestriction } from '#web/features/routes/restriction.ts';
import {
  useRestrictionWrite,
  type WriteOutcome,
} from '#web/features/routes/use-restriction-write.ts';
import { WriteNotice } from '#web/features/routes/write-notice.tsx';
import { requestUndo } from '#web/jobs/current-job.ts';
import { count, shorten } from '#web/lib/format.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { nameOf } from '#web/ui/safe-line.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './restriction.module.css';

/** `put-back`: what was removed from here. */
export type Wish = 'on' | 'off' | 'put-back';

const VERBS = { on: 'Turn on', off: 'Turn off', 'put-back': 'Put back' };

/** @returns the whole IP restriction to send, or why there is nothing to do */
function wantedOf(wish: Wish, { restriction, missing }: RestrictionRead, { former }: KnownRoute) {
  if (missing) return { reason: 'This route does not exist.' };
  if (wish === 'put-back') {
    if (restriction)
      return { reason: `It has an IP restriction again: ${restrictionText(restriction)}.` };
    return former
      ? { wanted: toRestriction(former) }
      : { reason: 'Nothing was removed from here.' };
  }
  if (!restriction) return { reason: 'This route has no IP restriction. Open it to add one.' };
  return restriction.enabled === (wish === 'on')
    ? { reason: `It is already ${wish}.` }
    : { wanted: { ...restriction, enabled: wish === 'on' } };
}

type SwitchDialogProps = { route: KnownRoute; wish: Wish; onClose: () => void };

/** The quick way in an incident. It reads the route first, so that never an old list of policies is sent. */
export function SwitchDialog({ route, wish, onClose }: SwitchDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(restrictionQuery(route));
  const refusal = useRestrictionRefusal(route).replace;
  const { isBusy, problem, setProblem, write, check } = useRestrictionWrite(route);
  const { nameOf: nameOfPolicy } = usePolicyNames();
  const read = isFetching ? undefined : data;
  const { wanted, reason } = read ? wantedOf(wish, read, route) : {};
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
    const change = changeOf(route, result.before.restriction, result.now.restriction);
    notify({ text: savedText(result, nameOf(route)), undo: () => requestUndo('route', change) });
  }

  return (
    <AlertDialog
      title={
        wish === 'put-back' ? (
          <>Put back the IP restriction of {name}?</>
        ) : (
          <>
            Turn IP restriction {wish} for {name}?
          </>
        )
      }
      confirmLabel={VERBS[wish]}
      danger={wish === 'off'}
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
      {readError && (
        <Notice
          tone="danger"
          role="alert"
          title="The route could not be read."
          details={detailsOf(readError)}
        >
          {reasonOf(readError, 'read')} Nothing was changed.
        </Notice>
      )}
      {wanted &&
        warningsOf(read?.restriction ?? null, wanted, nameOfPolicy).map(({ title, text }) => (
          <p key={title}>{text}</p>
        ))}
      {wanted && (
        <p>
          {ids.length === 0
            ? 'The list of policies is empty.'
            : `${wish === 'put-back' ? 'Put back' : 'Kept'}: ${count(ids.length, 'policy', 'policies')}.`}
        </p>
      )}
      {ids.length > 0 && (
        <ul aria-label="Policies" className={styles.taken}>
          {ids.map((id) => (
            <li key={id}>
              <PolicyName id={id} />
            </li>
          ))}
        </ul>
      )}
      {consent.element}
    </AlertDialog>
  );
}

const savedText = ({ now, isAsSent }: Extract<WriteResult, { kind: 'saved' }>, label: string) => (
  <>
    IP restriction is now {now.restriction ? onOff(now.restriction.enabled) : 'none'} for{' '}
    <strong>
      <UntrustedText text={shorten(label)} />
    </strong>
    .{!isAsSent && ` The service saved something different: ${restrictionText(now.restriction)}.`}
  </>
);
