import { Badge } from '@mantine/core';
import CircleSlash2 from 'lucide-react/icons/circle-slash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Seen } from '#web/features/routes/known-route.ts';
import { count } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import styles from './list/routes.module.css';

const TROUBLE = { 'not-found': 'Not found', forbidden: 'No access', failed: 'Not readable' };

/**
 * What was last seen of a route's restriction. Amber marks what lets everybody through: a module that is off or
 * absent, or one without a policy.
 */
export function RouteState({ seen }: { seen: Seen | undefined }) {
  if (seen === undefined) return <span className={layout.muted}>Not checked</span>;
  switch (seen.state) {
    case 'module': {
      const { enabled } = seen;
      const policies = seen.policy_ids.length;
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
          color="neutral"
          leftSection={<TriangleAlert size={14} strokeWidth={1.6} aria-hidden />}
        >
          {TROUBLE[seen.state]}
        </Badge>
      );
  }
}

/** @param open lets everybody through */
export function OnOffBadge({ on, text, open }: { on: boolean; text: string; open: boolean }) {
  return (
    <Badge
      color={open ? 'warn' : 'live'}
      leftSection={<span className={on ? styles.dot : styles.ring} aria-hidden />}
    >
      {text}
    </Badge>
  );
}

export function NoneBadge({ text }: { text: string }) {
  return (
    <Badge color="warn" leftSection={<CircleSlash2 size={14} strokeWidth={1.6} aria-hidden />}>
      {text}
    </Badge>
  );
}
