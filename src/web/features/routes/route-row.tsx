import type { LucideIcon } from 'lucide-react';
import Lock from 'lucide-react/icons/lock';
import Pin from 'lucide-react/icons/pin';
import Users from 'lucide-react/icons/users';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { routeKey, type RouteIds } from '#bulk/route-ids.ts';
import { PROTECTED, useProtection } from '#web/api/access.ts';
import type { KnownRoute } from '#web/features/routes/known-routes.ts';
import { usePolicyNames } from '#web/features/routes/policies.ts';
import { isProtected } from '#web/features/routes/queries.ts';
import type { OpenAction } from '#web/features/routes/route-actions.tsx';
import { RouteState } from '#web/features/routes/route-state.tsx';
import { selection } from '#web/features/routes/selection.ts';
import { formatNumber, shortId } from '#web/lib/format.ts';
import { paths, pathTo } from '#web/paths.ts';
import { middleCut, MiddleCut } from '#web/ui/middle-cut.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { RowButton, RowCheckbox } from '#web/ui/row-controls.tsx';
import { nameOf, toSafeLine } from '#web/ui/safe-line.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import table from '#web/ui/table.module.css';
import styles from './board.module.css';

type RouteRowProps = {
  route: KnownRoute;
  /** Its place among the rows. */
  index: number;
  isMenuOpen: boolean;
  onSelect: (key: string, isRange: boolean) => void;
  onOpen: (open: OpenAction) => void;
};

export const RouteRow = memo(function RouteRow(props: RouteRowProps) {
  const { route, index, isMenuOpen, onSelect, onOpen } = props;
  const { edge_id, id, called, last_check: check } = route;
  const key = routeKey(route);
  const isSelected = selection.useHas(key);
  useProtection(); // `isProtected` reads it
  const label = nameOf(route);
  const path = pathTo(paths.ipRestriction, { edge_id, id });
  return (
    <tr
      role="row"
      data-id={id}
      data-index={index}
      data-selected={isSelected || undefined}
      aria-rowindex={index + 2}
    >
      <td role="cell" className={table.pick}>
        <RowCheckbox
          aria-label={`Select ${called}`}
          tabIndex={-1}
          checked={isSelected}
          onChange={({ nativeEvent }) =>
            onSelect(key, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </td>
      <th role="rowheader" scope="row">
        <span className={styles.name}>
          {/* A route on the list has ids that can be part of an address. */}
          <Link
            to={path ?? paths.routes}
            className={middleCut}
            title={label}
            aria-label={called === label ? undefined : called}
          >
            <MiddleCut text={label} />
          </Link>
          {route.pinned && <Mark icon={Pin} text="Pinned" />}
          {route.shared && <Mark icon={Users} text="Shared" />}
          {isProtected(route) && <Mark icon={Lock} text={PROTECTED} />}
        </span>
      </th>
      <td role="cell" className={`dim mono ${table.id} ${styles.ids}`}>
        <ShortIds {...route} />
      </td>
      <td role="cell">
        <RouteState check={check} />
      </td>
      <td role="cell" className={`dim ${styles.policies}`}>
        {check && <Policies ids={check.ip_policy_ids} />}
      </td>
      <td role="cell" className={table.at}>
        {check ? <RelativeTime text={new Date(check.read_at).toISOString()} /> : 'Never'}
      </td>
      <td role="cell" className={table.end}>
        <RowButton
          data-icon="more"
          aria-label={`Actions for ${called}`}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          tabIndex={-1}
          onClick={(event) => onOpen({ what: 'menu', route, button: event.currentTarget })}
        />
      </td>
    </tr>
  );
});

/** A line breaks between the two. */
export const ShortIds = ({ edge_id, id }: RouteIds) => (
  <>
    <span className={table.one} title={toSafeLine(edge_id)}>
      <UntrustedText text={shortId(edge_id)} />
      &nbsp;/
    </span>{' '}
    <span className={table.one} title={toSafeLine(id)}>
      <UntrustedText text={shortId(id)} />
    </span>
  </>
);

const NAMED_MAX = 2;

/** By their names where they have some; all of them in the title. */
function Policies({ ids }: { ids: readonly string[] }) {
  const { nameOf: nameOfPolicy } = usePolicyNames();
  const texts = ids.map((id) => toSafeLine(nameOfPolicy(id) || shortId(id)));
  const more = texts.length - NAMED_MAX;
  return (
    <span title={texts.join(', ')}>
      <UntrustedText text={texts.slice(0, NAMED_MAX).join(', ')} />
      {more > 0 && ` +${formatNumber(more)}`}
    </span>
  );
}

/** A small sign, in words for who cannot see it. */
const Mark = ({ icon: Icon, text }: { icon: LucideIcon; text: string }) => (
  <span className="dim" title={text}>
    <Icon size={14} strokeWidth={1.6} aria-hidden />
    <span className="visually-hidden">{text}</span>
  </span>
);
