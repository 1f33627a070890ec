import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { LastCheck } from '#web/features/routes/kept-route.ts';
import { usePolicyBook } from '#web/features/routes/policies/policy-book.ts';
import { NoneBadge, OnOffBadge } from '#web/features/routes/state-badge.tsx';
import { stateText } from '#web/features/routes/state-text.ts';
import { shortId } from '#web/lib/format.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Badge } from '#web/ui/parts/badge.tsx';
import { toSafeLine } from '#web/ui/safe-line.ts';
import styles from '../routes.module.css';

const SIGN = { size: 14, strokeWidth: 1.6, 'aria-hidden': true };

/** What the last check of a route's restriction showed. */
export function RouteState({ check }: { check: LastCheck | undefined }) {
  const text = stateText(check);
  if (check === undefined) return <span className={layout.muted}>{text}</span>;
  if (check.state === 'none') return <NoneBadge text={text} />;
  if (check.state !== 'module')
    return (
      <Badge color="neutral" leftSection={<TriangleAlert {...SIGN} />}>
        {text}
      </Badge>
    );
  return (
    <span className={styles.state}>
      <OnOffBadge module={check} on="On" off="Off" />
      <span className={`${layout.muted} ${layout.small} ${styles.policies}`}>
        {check.ip_policy_ids.length === 0 ? 'no policy' : <PolicyNames ids={check.ip_policy_ids} />}
      </span>
    </span>
  );
}

const NAMES_SHOWN = 2;

/** The first ones by name, or by id where they have none; all of them in the title. */
function PolicyNames({ ids }: { ids: readonly string[] }) {
  const { nameOf } = usePolicyBook();
  const more = ids.length - NAMES_SHOWN;
  const title = ids.map((id) => toSafeLine([nameOf(id), id].filter(Boolean).join(' '))).join('\n');
  return (
    <span title={title} className={styles.cut}>
      <span>
        <UntrustedText
          text={ids
            .slice(0, NAMES_SHOWN)
            .map((id) => nameOf(id) || shortId(id))
            .map((text) => toSafeLine(text))
            .join(', ')}
        />
      </span>
      {more > 0 && (
        <>
          {' '}
          <span aria-hidden>+{more}</span>
          <span className="visually-hidden">and {more} more</span>
        </>
      )}
    </span>
  );
}
