import { Button, TextInput } from '@mantine/core';
import Search from 'lucide-react/icons/search';
import { memo, useCallback, useMemo, useState } from 'react';
import { idTextOf, partsOf } from '#web/features/jobs/describe.ts';
import { kindsText, leaveOut, linesWith, type LineTexts } from '#web/features/jobs/plan-lines.ts';
import { StateParts } from '#web/features/jobs/state-parts.tsx';
import { TARGET_WORDS } from '#web/features/jobs/words.ts';
import {
  isChange,
  type JobTarget,
  type Plan,
  type PlanLine,
  type TargetKind,
} from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { formatNumber, shortId } from '#web/lib/format.ts';
import { icon } from '#web/ui/icon.ts';
import { RowCheckbox } from '#web/ui/row-controls.tsx';
import { labelsOf, nameOf, toSafeLine } from '#web/ui/safe-line.ts';
import { StateCard } from '#web/ui/state-card.tsx';
import table from '#web/ui/table.module.css';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { VirtualBody } from '#web/ui/virtual-body.tsx';
import styles from './jobs.module.css';

const ROW_HEIGHT = 52;

type PlanTableProps = {
  plan: Plan;
  target: JobTarget;
  /** The names that the words of the target depend on: with others the lines are drawn anew. */
  names: unknown;
};

export function PlanTable({ plan, target, names }: PlanTableProps) {
  const { lines, out } = plan;
  const { kinds, name } = TARGET_WORDS[plan.target];
  const [text, setText] = useState('');
  // oxlint-disable-next-line react/exhaustive-deps -- the texts hold the names
  const texts = useMemo<LineTexts>(() => new WeakMap(), [target, names]);
  const labels = useLabels(lines, target);
  const places = useMemo(
    () => linesWith(lines, target, text, kinds, texts),
    [lines, target, text, kinds, texts],
  );
  const ofKinds = useMemo(() => kindsText(lines, kinds), [lines, kinds]);
  const status = [
    places.length < lines.length &&
      `${formatNumber(places.length)} of ${formatNumber(lines.length)} lines shown.`,
    ofKinds && `${ofKinds}.`,
    out?.size && `${formatNumber(out.size)} left out.`,
  ];

  return (
    <section className={`card ${styles.plan}`} aria-label="Plan">
      <div className={styles.tools}>
        <TextInput
          type="search"
          aria-label="Filter lines"
          placeholder={`Filter by ${name.toLowerCase()}, id or change`}
          leftSection={<Search {...icon} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <p role="status" className="dim numbers">
          {status.filter(Boolean).join(' ')}
        </p>
      </div>
      {places.length === 0 ? (
        <StateCard
          icon={Search}
          title="No line matches"
          actions={
            <Button variant="default" onClick={() => setText('')}>
              Clear filter
            </Button>
          }
        />
      ) : (
        <div className={table.wrap}>
          <table
            role="table"
            aria-label="Planned changes"
            aria-rowcount={places.length + 1}
            className={`${table.table} ${styles.lines}`}
          >
            <thead role="rowgroup">
              <tr role="row">
                <th role="columnheader" scope="col" className={table.pick}>
                  <span className="visually-hidden">Include</span>
                </th>
                {[name, 'Before', 'After', 'What'].map((column) => (
                  <th key={column} role="columnheader" scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <Rows {...{ plan, target, labels, places, names }} />
          </table>
        </div>
      )}
    </section>
  );
}

/** Once for a plan: to leave out a line keeps them. */
const useLabels = (lines: readonly PlanLine[], target: JobTarget) =>
  useMemo(() => {
    const named = lines.map(({ id, label }, at) => ({ id: idTextOf(target, id), name: label, at }));
    return labelsOf(named, ({ at }) => String(at));
  }, [lines, target]);

type RowsProps = PlanTableProps & {
  labels: ReadonlyMap<string, string>;
  /** Of the lines that are shown. */
  places: readonly number[];
};

function Rows({ plan, target, labels, places, names }: RowsProps) {
  const keyOf = useCallback((index: number) => String(places[index]), [places]);
  return (
    <VirtualBody count={places.length} rowHeight={ROW_HEIGHT} keyOf={keyOf}>
      {(index) => {
        const at = places[index] ?? -1;
        const line = plan.lines[at];
        const label = labels.get(String(at)) ?? '';
        const isOut = plan.out?.has(at) ?? false;
        return (
          line && (
            <PlanRow
              key={at}
              {...{ target, line, at, isOut, label, names }}
              kind={plan.target}
              index={index}
            />
          )
        );
      }}
    </VirtualBody>
  );
}

/** It is kept in the plan, so that a reload does not put it back. */
function setOut(at: number, isOut: boolean) {
  const plan = jobs.plan();
  if (plan) jobs.setPlan(leaveOut(plan, at, isOut));
}

type PlanRowProps = {
  kind: TargetKind;
  target: JobTarget;
  line: PlanLine;
  at: number;
  index: number;
  isOut: boolean;
  label: string;
  names: unknown;
};

const PlanRow = memo(function PlanRow(props: PlanRowProps) {
  const { kind: of, target, line, at, index, isOut, label: name } = props;
  const { id, label, kind, note, before, after } = line;
  const words = TARGET_WORDS[of];
  const ids = idTextOf(target, id);
  const full = nameOf({ id: ids, name: label });
  return (
    <tr
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-id={id || undefined}
      data-kind={kind}
      data-out={isOut || undefined}
    >
      <td role="cell" className={table.pick}>
        {isChange(line) && (
          <RowCheckbox
            aria-label={`Include ${name}`}
            checked={!isOut}
            onChange={() => setOut(at, !isOut)}
          />
        )}
      </td>
      <th role="rowheader" scope="row">
        <span className={styles.cut} title={full}>
          <UntrustedText text={full} />
        </span>
        <span className={`dim ${styles.cut} ${styles.id}`} title={toSafeLine(ids)}>
          <UntrustedText text={ids.split(' ').map(shortId).join(' ')} />
        </span>
      </th>
      <td role="cell" className={styles.side}>
        {before ? (
          <StateParts parts={partsOf(target, label, before, after)} side="removed" />
        ) : (
          <span className="dim">{kind === 'create' ? words.none : '–'}</span>
        )}
      </td>
      <td role="cell" className={styles.side}>
        {after ? (
          <StateParts parts={partsOf(target, label, after, before)} side="added" />
        ) : (
          <span className="dim">{before ? words.gone : '–'}</span>
        )}
      </td>
      <td role="cell" className={styles.what}>
        {isOut ? 'Left out' : words.kinds[kind]}
        {note && (
          <span className="dim">
            {' '}
            <UntrustedText text={note} />
          </span>
        )}
      </td>
    </tr>
  );
});
