import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { changeReasonOf, detailsOf, reasonOf } from '#web/api/failure-text.ts';
import type { KnownRoute } from '#web/features/routes/known-routes.ts';
import { usePolicyNames } from '#web/features/routes/policies.ts';
import {
  changeOf,
  restrictionQuery,
  settleUnsure,
  useRestrictionRefusal,
  writeRestriction,
  type RestrictionChange,
  type WriteResult,
} from '#web/features/routes/queries.ts';
import type { RestrictionRead } from '#web/features/routes/restriction-read.ts';
import {
  onOff,
  restrictionText,
  toRestriction,
  type Restriction,
} from '#web/features/routes/restriction.ts';
import { requestUndo } from '#web/jobs/current-job.ts';
import { count, shorten } from '#web/lib/format.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { nameOf, toSafeLine } from '#web/ui/safe-line.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './board.module.css';

/** `put-back`: what was removed from here. */
export type Wish = 'on' | 'off' | 'put-back';

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
  const query = useQuery(restrictionQuery(route));
  const refusal = useRestrictionRefusal(route).replace;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [knowsEmpty, setKnowsEmpty] = useState(false);
  const [asksEmpty, setAsksEmpty] = useState(false);
  const underWay = useRef(false);
  const name = <UntrustedText text={shorten(nameOf(route))} />;
  const read = query.isFetching ? undefined : query.data;
  const { wanted, reason } = read ? wantedOf(wish, read, route) : {};
  const isEmpty = wanted?.enabled === true && wanted.ip_policy_ids.length === 0;
  const readError = query.isFetching ? null : query.error;

  async function act(run: () => Promise<WriteResult>) {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      settle(await run());
    } catch (error) {
      setProblem({ title: 'Not changed.', text: changeReasonOf(error, 'Try again.'), error });
    }
    underWay.current = false;
    setBusy(false);
  }

  function settle(result: WriteResult) {
    switch (result.kind) {
      case 'saved':
        onClose();
        notify({
          text: savedText(result, name),
          undo: () =>
            requestUndo(
              'route',
              changeOf(route, result.before.restriction, result.now.restriction),
            ),
        });
        return;
      case 'unsure':
        setProblem({
          title: 'We do not know if this was applied.',
          text: reasonOf(result.error, 'unsure'),
          error: result.error,
          unsure: read && wanted ? { basis: read, wanted } : undefined,
        });
        return;
      case 'notFound':
        setProblem({ title: `This ${result.missing} does not exist any more.`, text: '' });
        void query.refetch();
        return;
      case 'changedMeanwhile':
        setProblem({
          title: 'Not changed.',
          text: `This is how it is now: ${restrictionText(result.now.restriction)}.`,
        });
    }
  }

  function confirm() {
    if (!read || !wanted) return undefined;
    if (isEmpty && !knowsEmpty) return setAsksEmpty(true);
    return act(() => writeRestriction(route, { basis: read, wanted }));
  }

  const unsure = problem?.unsure;
  const verb = { on: 'Turn on', off: 'Turn off', 'put-back': 'Put back' }[wish];
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
      confirmLabel={verb}
      danger={wish === 'off'}
      busy={isBusy}
      refusal={
        refusal ??
        (query.isFetching ? 'Reading the route…' : undefined) ??
        reason ??
        (unsure || readError ? 'Nothing is sent before it was read.' : undefined)
      }
      other={
        unsure
          ? { label: 'Check now', onPress: () => void act(() => settleUnsure(route, unsure)) }
          : readError
            ? { label: 'Read again', onPress: () => void query.refetch() }
            : undefined
      }
      onConfirm={confirm}
      onClose={onClose}
    >
      {problem && (
        <Notice
          tone="danger"
          role="alert"
          title={problem.title}
          details={problem.error ? detailsOf(problem.error) : undefined}
        >
          {problem.text}
        </Notice>
      )}
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
      {wanted && <Consequence wanted={wanted} wish={wish} />}
      {isEmpty && (
        <Checkbox
          label="I know the list is empty"
          checked={knowsEmpty}
          error={asksEmpty && !knowsEmpty && 'Tick this to turn it on without a policy'}
          onChange={(event) => setKnowsEmpty(event.currentTarget.checked)}
        />
      )}
    </AlertDialog>
  );
}

interface Problem {
  title: string;
  text: string;
  error?: unknown;
  /** The change of which nobody knows whether it was made. */
  unsure?: RestrictionChange | undefined;
}

const savedText = (
  { now, isAsSent }: Extract<WriteResult, { kind: 'saved' }>,
  name: React.ReactNode,
) => (
  <>
    IP restriction is now {now.restriction ? onOff(now.restriction.enabled) : 'none'} for{' '}
    <strong>{name}</strong>.
    {!isAsSent && ` The service saved something different: ${restrictionText(now.restriction)}.`}
  </>
);

function Consequence({ wanted, wish }: { wanted: Restriction; wish: Wish }) {
  const { nameOf: nameOfPolicy } = usePolicyNames();
  const { enabled, ip_policy_ids: ids } = wanted;
  return (
    <>
      <p>
        {!enabled
          ? 'The policies stay, but no IP address is checked any more.'
          : ids.length === 0
            ? 'On without a policy: the service does not say what this does. It may block everyone or no one.'
            : 'Addresses that no policy allows may lose access.'}
      </p>
      <p>
        {ids.length === 0
          ? 'The list of policies is empty.'
          : `${wish === 'put-back' ? 'Put back' : 'Kept'}: ${count(ids.length, 'policy', 'policies')}.`}
      </p>
      {ids.length > 0 && (
        <ul aria-label="Policies kept" className={styles.kept}>
          {ids.map((id) => (
            <li key={id}>
              {nameOfPolicy(id) && `${toSafeLine(nameOfPolicy(id))} `}
              <code>
                <UntrustedText text={id} />
              </code>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
