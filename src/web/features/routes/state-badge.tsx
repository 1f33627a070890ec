import CircleSlash2 from 'lucide-react/icons/circle-slash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import type { LastCheck } from '#web/features/routes/known-routes.ts';
import { count } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Badge } from '#web/ui/parts/badge.tsx';
import styles from './routes.module.css';

const TROUBLE = { 'not-found': 'Not found', forbidden: 'No access', failed: 'Not readable' };
const SIGN = { size: 14, strokeWidth: 1.6, 'aria-hidden': true };

/** What the last check of a route's restriction showed. */
export function RouteState({ check }: { check: LastCheck | undefined }) {
  if (check === undefined) return <span className={layout.muted}>Not checked</span>;
  if (check.state === 'none') return <NoneBadge text="None" />;
  if (check.state !== 'module')
    return (
      <Badge color="neutral" leftSection={<TriangleAlert {...SIGN} />}>
        {TROUBLE[check.state]}
      </Badge>
    );
  const policies = check.ip_policy_ids.length;
  const text = policies === 0 ? 'no policy' : count(policies, 'policy', 'policies');
  return (
    <span className={styles.state}>
      <OnOffBadge module={check} on="On" off="Off" />
      <span className={`${layout.muted} ${layout.small}`}>
        {check.enabled || policies === 0 ? text : `${text} kept`}
      </span>
    </span>
  );
}

type OnOffBadgeProps = { module: IpRestrictionReplace; on: string; off: string };

/** Amber marks what lets everybody through: a module that is off, or one without a policy. */
export function OnOffBadge({ module: { enabled, ip_policy_ids }, on, off }: OnOffBadgeProps) {
  const isOpen = !enabled || ip_policy_ids.length === 0;
  return (
    <Badge
      color={isOpen ? 'warn' : 'live'}
      leftSection={<span className={enabled ? styles.dot : styles.ring} aria-hidden />}
    >
      {enabled ? on : off}
    </Badge>
  );
}

export function NoneBadge({ text }: { text: string }) {
  return (
    <Badge color="warn" leftSection={<CircleSlash2 {...SIGN} />}>
      {text}
    </Badge>
  );
}
