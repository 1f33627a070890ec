import { useState } from 'react';
import { RESULTS } from '#web/features/jobs/card/job-texts.ts';
import type { JobItem } from '#web/jobs/job.ts';
import { formatNumber } from '#web/lib/format.ts';
import { clockTimeExact } from '#web/lib/time.ts';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { nameOf } from '#web/ui/table/labels.ts';
import { ShowMore } from '#web/ui/layout/show-more.tsx';
import styles from './job-card.module.css';

/** How many more items a press shows. */
const STEP = 100;

const ALL = 'All';
const COLUMNS = ['Name', 'Result', 'Status', 'Code', 'Request id', 'Time'];

/** Every item and what became of it. */
export function JobReport({ items }: { items: readonly JobItem[] }) {
  const [wanted, setWanted] = useState(ALL);
  const [most, setMost] = useState(STEP);
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
      <DataTable label="Report" columns={COLUMNS} className={styles.items}>
        {matching.slice(0, most).map((item) => (
          <ItemRow key={item.at} item={item} />
        ))}
      </DataTable>
      <ShowMore shown={most} all={matching.length} onMore={() => setMost(most + STEP)} />
    </>
  );
}

function ItemRow({ item }: { item: JobItem }) {
  const { id, label, status, reason, httpStatus, code, operationId, endedAt } = item;
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <UntrustedText text={nameOf({ id, name: label })} />
      </th>
      <td role="cell">
        {RESULTS[status]}
        {reason !== undefined && (
          <span className={`${layout.muted} ${styles.reason}`}>
            <UntrustedText text={reason} />
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
