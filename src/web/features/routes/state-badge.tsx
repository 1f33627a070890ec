import CircleSlash2 from 'lucide-react/icons/circle-slash-2';
import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { Badge } from '#web/ui/parts/badge.tsx';
import styles from './routes.module.css';

const SIGN = { size: 14, strokeWidth: 1.6, 'aria-hidden': true };

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
