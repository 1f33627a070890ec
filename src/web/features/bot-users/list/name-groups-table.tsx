import Layers from 'lucide-react/icons/layers';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Page } from '#web/features/bot-users/view/by-page.ts';
import {
  createGroups,
  groupLabel,
  type GroupOrder,
  type NameGroup,
} from '#web/features/bot-users/view/groups.ts';
import { listViewParams } from '#web/features/bot-users/view/list-view.ts';
import { useLive } from '#web/features/bot-users/view/live.ts';
import { foldCase } from '#web/features/bot-users/view/text.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { toSafeLine } from '#web/ui/safe-line.ts';
import layout from '#web/ui/layout/layout.module.css';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { StateCard } from '#web/ui/layout/state-card.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { ShowMore } from '#web/ui/layout/show-more.tsx';
import styles from './name-groups-table.module.css';

type NameGroupsTableProps = { pages: readonly Page[]; loaded: number; q: string };

/** How many more groups a press shows. */
const STEP = 200;

const COLUMNS = ['Name group', 'Bot users', 'Active', 'Newest'];

const ORDERS: Array<{ value: GroupOrder; text: string }> = [
  { value: 'count', text: 'Most bot users' },
  { value: 'name', text: 'Name' },
  { value: 'newest', text: 'Newest' },
];

/** Bot users have no tags, so they are grouped by what stands before the last separator of their names. */
export function NameGroupsTable({ pages, loaded, q }: NameGroupsTableProps) {
  const [order, setOrder] = useState<GroupOrder>('count');
  const [most, setMost] = useState(STEP);
  const [groups] = useState(() => createGroups());
  const { result, isPending } = useLive(groups, pages, order);
  const wanted = foldCase(q.trim());
  const matching = result.filter(({ name }) => foldCase(groupLabel(name)).includes(wanted));
  return (
    <>
      <div className={`${layout.line} ${layout.row} ${layout.num}`} aria-busy={isPending}>
        <span className={layout.grow}>
          {count(matching.length, 'name group')} in the {formatNumber(loaded)} loaded
        </span>
        <Segmented legend="Order of groups" value={order} options={ORDERS} onChange={setOrder} />
      </div>
      {matching.length > 0 ? (
        <DataTable label="Name groups" columns={COLUMNS} className={styles.groups}>
          {matching.slice(0, most).map((group) => (
            <GroupRow key={group.name} group={group} />
          ))}
        </DataTable>
      ) : (
        !isPending && (
          <StateCard icon={Layers} title="No name group matches">
            <p>Names are grouped by what stands before their last separator.</p>
          </StateCard>
        )
      )}
      <ShowMore
        shown={most}
        all={matching.length}
        what="groups"
        label="Show more groups"
        onMore={() => setMost(most + STEP)}
      />
    </>
  );
}

function GroupRow({ group }: { group: NameGroup }) {
  const { name, active, newest } = group;
  const label = groupLabel(name);
  const search = String(new URLSearchParams(listViewParams({ group: name })));
  const share = Math.round((100 * active) / group.count);
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <Link to={{ search }} title={toSafeLine(label)}>
          <UntrustedText text={label} />
        </Link>
      </th>
      <td role="cell" className={layout.num}>
        {formatNumber(group.count)}
        <span className="visually-hidden"> {group.count === 1 ? 'bot user' : 'bot users'}</span>
      </td>
      <td role="cell" className={layout.num}>
        {/* A share that is not quite all must not read like all. */}
        {active === group.count ? '100' : Math.min(share, 99)} %
        <span className={layout.muted}>
          {' '}
          ({formatNumber(active)}
          <span className="visually-hidden"> active</span>)
        </span>
      </td>
      <td role="cell">
        {newest === undefined ? '–' : <RelativeTime text={new Date(newest).toISOString()} />}
      </td>
    </tr>
  );
}
