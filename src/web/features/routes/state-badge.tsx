import { Badge } from '@mantine/core';
import CircleSlash2 from 'lucide-react/icons/circle-slash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { LastCheck } from '#web/features/routes/known-route.ts';
import { count } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import styles from './routes.module.css';

const TROUBLE = { 'not-found': 'Not found', forbidden: 'No access', failed: 'Not readable' };

/**
 * What the last check of a route's restriction showed. Amber marks what lets everybody through: a module that is off or
 * absent, or one without a policy.
 */
export function RouteState({ check }: { check: LastCheck | undefined }) {
  if (check === undefined) return <span className={layout.muted}>Not checked</span>;
  switch (check.state) {
    case 'module': {
      const { enabled } = check;
      const policies = check.ip_policy_ids.length;
      const words = policies === 0 ? 'no policy' : count(policies, 'policy', 'policies');
      return (
        <span className={styles.state}>
          <OnOffBadge
            on={enabled}
            text={enabled ? 'On' : 'Off'}
            open={!enabled || policies === 0}
          />
          <span className={`${layout.muted} ${layout.small}`}>
            {enabled || policies === 0 ? words : `${words} kept`}
          </span>
        </span>
      );
    }
    case 'none':
      return <NoneBadge text="None" />;
    case 'not-found':
    case 'forbidden':
    case 'failed':
      return (
        <Badge
          component="span"
          color="neutral"
          leftSection={<TriangleAlert size={14} strokeWidth={1.6} aria-hidden />}
        >
          {TROUBLE[check.state]}
        </Badge>
      );
  }
}

/** @param open lets everybody through */
export function OnOffBadge({ on, text, open }: { on: boolean; text: string; open: boolean }) {
  return (
    <Badge
      component="span"
      color={open ? 'warn' : 'live'}
      leftSection={<span className={on ? styles.dot : styles.ring} aria-hidden />}
    >
      {text}
    </Badge>
  );
}

export function NoneBadge({ text }: { text: string }) {
  return (
    <Badge
      component="span"
      color="warn"
      leftSection={<CircleSlash2 size={14} strokeWidth={1.6} aria-hidden />}
    >
      {text}
    </Badge>
  );
}
