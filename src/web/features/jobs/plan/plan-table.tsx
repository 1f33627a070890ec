import Search from 'lucide-react/icons/search';
import { memo, useState } from 'react';
import {
  countKinds,
  fieldsOf,
  KINDS,
  leaveOut,
  linesShown,
} from '#web/features/jobs/plan/plan-lines.ts';
import { canChange, type LineKind, type Plan, type PlanLine, type State } from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { formatNumber, shortId, shorten } from '#web/lib/format.ts';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { StateCard } from '#web/ui/layout/state-card.tsx';
import { Button } from '#web/ui/parts/button.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { labelsOf, nameOf, toSafeLine } from '#web/ui/table/labels.ts';
import { RowCheckbox } from '#web/ui/table/row-controls.tsx';
import { ShowMore } from '#web/ui/layout/show-more.tsx';
import table from '#web/ui/table/table.module.css';
import { icon } from '#web/ui/theme/icon.ts';
import styles from './plan-table.module.css';

/** How many more lines a press shows. */
const STEP = 100;

const COLUMNS = ['Name', 'Before', 'After', 'What'];

type Kind = LineKind | 'all';
const isKind = (kind: string): kind is LineKind => Object.hasOwn(KINDS, kind);

export function PlanLines({ plan }: { plan: Plan }) {
  const [kind, setKind] = useState<Kind>('all');
  const [text, setText] = useState('');
  const [most, setMost] = useState(STEP);
  const counts = countKinds(plan);
  const shownKind = kind !== 'all' && counts.has(kind) ? kind : 'all';
  const shown = linesShown(plan, shownKind, text);
  const left = plan.lines.filter(({ isOut }) => isOut).length;
  const all = formatNumber(plan.lines.length);
  const names = labelsOf(
    plan.lines.map(({ id, label }, at) => ({ id, name: label, at })),
    ({ at }) => String(at),
  );

  const options = [
    { value: 'all' as Kind, text: 'All', count: all },
    ...Object.keys(KINDS)
      .filter(isKind)
      .flatMap((value) => {
        const number = counts.get(value);
        return number === undefined
          ? []
          : { value: value as Kind, text: KINDS[value], count: formatNumber(number) };
      }),
  ];
  const line = [
    shown.length < plan.lines.length && `${formatNumber(shown.length)} of ${all} lines shown.`,
    left > 0 && `${formatNumber(left)} left out.`,
  ].filter(Boolean);

  return (
    <section className={layout.card} aria-label="Plan">
      <div className={layout.tools}>
        <TextInput
          type="search"
          className={layout.search}
          aria-label="Filter lines"
          placeholder="Filter by name or id"
          leftSection={<Search {...icon} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Segmented legend="Kind" value={shownKind} options={options} onChange={setKind} />
        {/* There all the time, so that what becomes of it is read out. */}
        <p role="status" className={`${layout.muted} ${layout.num} ${layout.small}`}>
          {line.join(' ')}
        </p>
      </div>
      {shown.length === 0 ? (
        <StateCard
          icon={Search}
          title="No line matches"
          actions={
            <Button variant="default" onClick={() => setText('')}>
              Clear filter
            </Button>
          }
        >
          <p>A text is looked for in names, and at the start of ids.</p>
        </StateCard>
      ) : (
        <DataTable
          label="Planned changes"
          columns={COLUMNS}
          className={styles.plan}
          first={
            <th role="columnheader" scope="col" className={table.pick}>
              <div className="visually-hidden">Include</div>
            </th>
          }
        >
          {shown.slice(0, most).map(({ line: each, at }) => (
            <PlanRow
              key={at}
              line={each}
              at={at}
              name={names.get(String(at)) ?? nameOf({ id: each.id, name: each.label })}
            />
          ))}
        </DataTable>
      )}
      <ShowMore shown={most} all={shown.length} what="lines" onMore={() => setMost(most + STEP)} />
    </section>
  );
}

/** It is kept in the plan, so that a reload does not put it back. */
function setOut(at: number, isOut: boolean) {
  const plan = jobs.plan();
  if (plan) jobs.setPlan(leaveOut(plan, at, isOut));
}

type PlanRowProps = { line: PlanLine; at: number; name: string };

const PlanRow = memo(function PlanRow({ line, at, name }: PlanRowProps) {
  const { id, label, kind, note, before, after, isOut = false } = line;
  const text = nameOf({ id, name: label });
  return (
    <tr role="row" data-id={id || undefined} data-kind={kind} data-out={isOut || undefined}>
      <td role="cell" className={table.pick}>
        {canChange(line) && (
          <RowCheckbox
            aria-label={`Include ${name}`}
            checked={!isOut}
            onChange={() => setOut(at, !isOut)}
          />
        )}
      </td>
      <th role="rowheader" scope="row">
        <span className={styles.name} title={text}>
          <UntrustedText text={text} />
        </span>
        {id && (
          <span className={`${layout.mono} ${styles.id}`} title={toSafeLine(id)}>
            <UntrustedText text={shortId(id)} />
          </span>
        )}
      </th>
      <td role="cell" className={styles.side}>
        {before ? <Fields label={label} state={before} other={after} kind="removed" /> : '–'}
      </td>
      <td role="cell" className={styles.side}>
        {after ? (
          <Fields label={label} state={after} other={before} kind="added" />
        ) : (
          <span className={layout.muted}>{before ? 'Deleted' : '–'}</span>
        )}
      </td>
      <td role="cell" className={styles.what}>
        {isOut ? 'Left out' : KINDS[kind]}
        {note && <span className={styles.note}>{note}</span>}
      </td>
    </tr>
  );
});

const SIGNS = { removed: '−', added: '+' };

type FieldsProps = {
  label: string;
  state: State;
  other: State | null;
  kind: keyof typeof SIGNS;
};

/** One side of a change; signs and hidden words say what the colours say. */
function Fields({ label, state, other, kind }: FieldsProps) {
  return fieldsOf(label, state, other).map(({ field, text, differs }) => (
    <span key={field} className={differs ? styles[kind] : styles.same}>
      {differs && (
        <>
          <span aria-hidden>{SIGNS[kind]} </span>
          <span className="visually-hidden">{kind === 'added' ? 'Added: ' : 'Removed: '}</span>
        </>
      )}
      <UntrustedText text={shorten(text)} />
    </span>
  ));
}
