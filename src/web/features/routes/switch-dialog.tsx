import { useQuery } from '@tanstack/react-query';
import type { RestrictionRead } from '#bulk/restriction.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { PolicyNames } from '#web/features/routes/difference-list.tsx';
import type { KnownRoute } from '#web/features/routes/known-routes.ts';
import {
  readRestriction,
  restrictionQuery,
  useRestrictionRefusal,
} from '#web/features/routes/queries.ts';
import { onOff, restrictionText, warningsOf } from '#web/features/routes/restriction-words.ts';
import { useRestrictionWrite } from '#web/features/routes/use-restriction-write.tsx';
import { count } from '#web/lib/format.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { usePlanWarnings } from '#web/ui/plan-warnings.tsx';
import { nameOf } from '#web/ui/safe-line.ts';
import { named } from '#web/ui/untrusted-text.tsx';

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
  const name = nameOf(route);
  const write = useRestrictionWrite(route, {
    onSaved(now) {
      onClose();
      return named(`IP restriction is now ${now ? onOff(now.enabled) : 'none'} for #`, name);
    },
    onNotSaved: (outcome) =>
      outcome.kind === 'changedMeanwhile'
        ? `This is how it is now: ${restrictionText(outcome.now.restriction)}.`
        : undefined,
  });
  const read = isFetching || error ? undefined : data;
  const { wanted, reason } = read ? wantedOf(enabled, read) : {};
  const warnings = usePlanWarnings(
    read && wanted ? warningsOf([{ before: read.restriction, after: wanted }]) : [],
  );
  const ids = wanted?.ip_policy_ids ?? [];

  return (
    <AlertDialog
      title={named(`Turn IP restriction ${onOff(enabled)} for #?`, name)}
      confirmLabel={`Turn ${onOff(enabled)}`}
      danger={!enabled}
      busy={write.isBusy}
      refusal={
        refusal ?? (write.isUnsure || !read ? 'Nothing is sent before it was read.' : reason)
      }
      onConfirm={() => read && wanted && warnings.isGiven() && write.send({ basis: read, wanted })}
      onClose={() => {
        if (write.isUnsure) void readRestriction(route).catch(() => {}); // then it stays "Not checked"
        onClose();
      }}
    >
      {write.notice}
      <ReadFailed
        title="The route could not be read."
        error={isFetching ? null : error}
        onRetry={refetch}
      />
      {wanted && (
        <>
          <p>
            {ids.length === 0
              ? 'The list of policies is empty.'
              : `Kept: ${count(ids.length, 'policy', 'policies')}.`}
          </p>
          <PolicyNames label="Policies" ids={ids} />
          {warnings.element}
        </>
      )}
    </AlertDialog>
  );
}
