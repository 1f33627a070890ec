import { useState } from 'react';
import { Link } from 'react-router-dom';
import { RESULTS } from '#web/features/jobs/card/job-texts.ts';
import {
  differences,
  idTextOf,
  partsOf,
  partText,
  type Described,
} from '#web/features/jobs/describe.ts';
import { StateParts } from '#web/features/jobs/state-parts.tsx';
import { TARGET_WORDS } from '#web/features/jobs/words.ts';
import type { JobItem, TargetKind } from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { formatNumber } from '#web/lib/format.ts';
import { clockTimeExact } from '#web/lib/time.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { nameOf } from '#web/ui/safe-line.ts';
import { ShowMore } from '#web/ui/layout/show-more.tsx';
import styles from './job-card.module.css';

/** How many more items a press shows. */
const STEP = 100;

const ALL = 'All';
const COLUMNS = ['Change', 'Result', 'Status', 'Code', 'Request id', 'Time'];

/** Every item and what became of it. */
export function JobReport({ kind, items }: { kind: TargetKind; items: readonly JobItem[] }) {
  const [wanted, setWanted] = useState(ALL);
  const [most, setMost] = useState(STEP);
  const target: Described = jobs.targetOf(kind) ?? {};
  const counts = new Map([[ALL, items.length]]);
  for (const { status } of items)
    counts.set(RESULTS[status], (counts.get(RESULTS[status]) ?? 0) + 1);
  // What was chosen stays to be chosen, also when none is left.
  if (!counts.has(wanted)) counts.set(wanted, 0);
  const matching = items.filter(({ status }) => wanted === ALL || RESULTS[status] === wanted);
  return (
    <>
      <div className={layout.tools}>
        <Segmented
          legend="Result"
          value={wanted}
          options={[...counts].map(([value, number]) => ({
            value,
            text: value,
            count: formatNumber(number),
          }))}
          onChange={(value) => {
            setWanted(value);
            setMost(STEP);
          }}
        />
      </div>
      <DataTable
        label="Report"
        columns={[TARGET_WORDS[kind].name, ...COLUMNS]}
        className={styles.items}
      >
        {matching.slice(0, most).map((item) => (
          <ItemRow key={item.at} item={item} target={target} />
        ))}
      </DataTable>
      <ShowMore shown={most} all={matching.length} onMore={() => setMost(most + STEP)} />
    </>
  );
}

function ItemRow({ item, target }: { item: JobItem; target: Described }) {
  const { id, label, before, after, status, reason, found, httpStatus, code } = item;
  const { operationId, endedAt } = item;
  const name = <UntrustedText text={nameOf({ id: idTextOf(target, id), name: label })} />;
  const path = target.pathOf?.(id);
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {path === undefined ? name : <Link to={path}>{name}</Link>}
      </th>
      <td role="cell">
        {before && <StateParts parts={differences(target, label, before, after)} side="removed" />}
        {after && <StateParts parts={differences(target, label, after, before)} side="added" />}
      </td>
      <td role="cell">
        {RESULTS[status]}
        {reason !== undefined && (
          <span className={`${layout.muted} ${styles.reason}`}>
            <UntrustedText text={reason} />
          </span>
        )}
        {found && (
          <span className={`${layout.muted} ${styles.reason}`}>
            Now:{' '}
            <UntrustedText text={partsOf(target, label, found, before).map(partText).join(', ')} />
          </span>
        )}
      </td>
      <Cell className={layout.num} text={httpStatus === undefined ? '' : String(httpStatus)} />
      <Cell className={layout.mono} text={code} />
      <Cell className={layout.mono} text={operationId} />
      <Cell className={layout.num} text={endedAt === undefined ? '' : clockTimeExact(endedAt)} />
    </tr>
  );
}

const Cell = ({
  className,
  text = '',
}: {
  className: string | undefined;
  text?: string | undefined;
}) => (
  <td role="cell" className={className} data-empty={text === '' || undefined}>
    {text === '' ? '–' : <UntrustedText text={text} />}
  </td>
);
