import { TextInput } from '@mantine/core';
import Search from 'lucide-react/icons/search';
import { memo, useCallback, useMemo, useState } from 'react';
import { Columns, Dim, StateParts } from '#web/features/jobs/cells.tsx';
import { kindsText, leaveOut, linesWith, type LineTexts } from '#web/features/jobs/plan-lines.ts';
import { idTextOf, sidesOf, TARGET_WORDS } from '#web/features/jobs/texts.ts';
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
import table from '#web/ui/table.module.css';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { useVirtualRows } from '#web/ui/virtual-rows.ts';
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
  const places = useMemo(
    () => linesWith(lines, target, text, kinds, texts),
    [lines, target, text, kinds, texts],
  );
  const ofKinds = useMemo(() => kindsText(lines, kinds), [lines, kinds]);
  const shown = `${formatNumber(places.length)} of ${formatNumber(lines.length)} lines shown.`;
  const status = [
    places.length < lines.length && shown,
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
      <div className={table.wrap}>
        <table
          role="table"
          aria-label="Planned changes"
          aria-rowcount={places.length + 1}
          className={`${table.table} ${styles.lines}`}
        >
          <Columns names={[name, 'Before', 'After', 'What']}>
            <th role="columnheader" scope="col" className={table.pick}>
              <span className="visually-hidden">Include</span>
            </th>
          </Columns>
          <Rows {...{ plan, target, places, names }} />
        </table>
      </div>
    </section>
  );
}

/** @param places of the lines that are shown */
function Rows({ plan, target, places, names }: PlanTableProps & { places: readonly number[] }) {
  const { lines, out, target: of } = plan;
  // Once for a plan: to leave out a line keeps them.
  const labels = useMemo(() => {
    const named = lines.map(({ id, label }, at) => ({ id: idTextOf(target, id), name: label, at }));
    return labelsOf(named, ({ at }) => String(at));
  }, [lines, target]);
  const { body, parts } = useVirtualRows<HTMLTableSectionElement>({
    count: places.length,
    rowHeight: ROW_HEIGHT,
    keyOf: useCallback((index) => String(places[index]), [places]),
  });
  return (
    <tbody role="rowgroup" ref={body}>
      {parts.map((part, index) => {
        if ('gap' in part)
          return <tr key={`gap ${index}`} aria-hidden style={{ height: part.gap }} />;
        const at = places[part.index] ?? -1;
        const line = lines[at];
        if (line === undefined) return null;
        const name = labels.get(String(at)) ?? '';
        const isOut = out?.has(at) ?? false;
        return <PlanRow key={at} {...{ of, target, line, at, isOut, name, names }} {...part} />;
      })}
    </tbody>
  );
}

type PlanRowProps = {
  of: TargetKind;
  target: JobTarget;
  line: PlanLine;
  at: number;
  index: number;
  isOut: boolean;
  name: string;
  names: unknown;
};

const PlanRow = memo(function PlanRow(props: PlanRowProps) {
  const { of, target, line, at, index, isOut, name } = props;
  const { id, label, kind, note, before, after } = line;
  const words = TARGET_WORDS[of];
  const ids = idTextOf(target, id);
  const full = nameOf({ id: ids, name: label });
  const { removed, added } = sidesOf(target, line);

  /** In the plan, so that a reload does not put the line back. */
  function leaveLineOut() {
    const plan = jobs.plan();
    if (plan) jobs.setPlan(leaveOut(plan, at, !isOut));
  }

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
          <RowCheckbox aria-label={`Include ${name}`} checked={!isOut} onChange={leaveLineOut} />
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
      <td role="cell">
        <StateParts parts={removed} side="removed" />
        {before === null && <span className="dim">{kind === 'create' ? words.none : '–'}</span>}
      </td>
      <td role="cell">
        <StateParts parts={added} side="added" />
        {after === null && <span className="dim">{before ? words.gone : '–'}</span>}
      </td>
      <td role="cell" className={styles.what}>
        {isOut ? 'Left out' : words.kinds[kind]}
        {note && <Dim text={note} />}
      </td>
    </tr>
  );
});
