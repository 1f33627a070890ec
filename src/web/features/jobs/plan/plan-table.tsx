import Search from 'lucide-react/icons/search';
import { memo, useMemo, useState } from 'react';
import { idTextOf, partsOf } from '#web/features/jobs/describe.ts';
import {
  countKinds,
  leaveOut,
  linesShown,
  type LineTexts,
} from '#web/features/jobs/plan/plan-lines.ts';
import { StateParts } from '#web/features/jobs/state-parts.tsx';
import { TARGET_WORDS } from '#web/features/jobs/words.ts';
import {
  canChange,
  type JobTarget,
  type LineKind,
  type Plan,
  type PlanLine,
  type TargetKind,
} from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { formatNumber, shortId } from '#web/lib/format.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import layout from '#web/ui/layout/layout.module.css';
import parts from '#web/ui/layout/page-parts.module.css';
import { StateCard } from '#web/ui/layout/state-card.tsx';
import { Button } from '#web/ui/parts/button.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { labelsOf, nameOf, toSafeLine } from '#web/ui/safe-line.ts';
import { RowCheckbox } from '#web/ui/table/row-controls.tsx';
import { ShowMore } from '#web/ui/layout/show-more.tsx';
import table from '#web/ui/table/table.module.css';
import { icon } from '#web/ui/icon.ts';
import styles from './plan-table.module.css';

/** How many more lines a press shows. */
const STEP = 100;

type Kind = LineKind | 'all';

type PlanLinesProps = {
  plan: Plan;
  target: JobTarget;
  /** What the words of the target depend on: with another value the lines are drawn anew. */
  names: unknown;
};

export function PlanLines({ plan, target, names: known }: PlanLinesProps) {
  const [kind, setKind] = useState<Kind>('all');
  const [text, setText] = useState('');
  const [most, setMost] = useState(STEP);
  // oxlint-disable-next-line react/exhaustive-deps -- they hold what was known of the names
  const texts = useMemo<LineTexts>(() => new WeakMap(), [target, known]);
  const counts = countKinds(plan);
  const shownKind = kind !== 'all' && counts.has(kind) ? kind : 'all';
  const words = TARGET_WORDS[plan.target];
  const isKind = (value: string): value is LineKind => Object.hasOwn(words.kinds, value);
  const shown = linesShown(plan, target, { kind: shownKind, text, texts });
  const left = plan.lines.filter(({ isOut }) => isOut).length;
  const all = formatNumber(plan.lines.length);
  const names = labelsOf(
    plan.lines.map(({ id, label }, at) => ({ id: idTextOf(target, id), name: label, at })),
    ({ at }) => String(at),
  );

  const options = [
    { value: 'all' as Kind, text: 'All', count: all },
    ...Object.keys(words.kinds)
      .filter(isKind)
      .flatMap((value) => {
        const number = counts.get(value);
        return number === undefined
          ? []
          : { value: value as Kind, text: words.kinds[value], count: formatNumber(number) };
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
          className={parts.search}
          aria-label="Filter lines"
          placeholder={words.filter}
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
          <p>A text is looked for in names, in what changes, and at the start of ids.</p>
        </StateCard>
      ) : (
        <DataTable
          label="Planned changes"
          columns={[words.name, 'Before', 'After', 'What']}
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
              name={names.get(String(at)) ?? each.label}
              kind={plan.target}
              target={target}
              names={known}
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

type PlanRowProps = {
  line: PlanLine;
  at: number;
  name: string;
  kind: TargetKind;
  target: JobTarget;
  names: unknown;
};

const PlanRow = memo(function PlanRow({ line, at, name, kind: of, target }: PlanRowProps) {
  const { id, label, kind, note, before, after, isOut = false } = line;
  const words = TARGET_WORDS[of];
  const ids = idTextOf(target, id);
  const text = nameOf({ id: ids, name: label });
  const short = ids.split(' ').map(shortId).join(' ');
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
          <span className={`${layout.mono} ${styles.id}`} title={toSafeLine(ids)}>
            <UntrustedText text={short} />
          </span>
        )}
      </th>
      <td role="cell" className={styles.side}>
        {before ? (
          <StateParts parts={partsOf(target, label, before, after)} side="removed" />
        ) : (
          <span className={layout.muted}>{kind === 'create' ? words.none : '–'}</span>
        )}
      </td>
      <td role="cell" className={styles.side}>
        {after ? (
          <StateParts parts={partsOf(target, label, after, before)} side="added" />
        ) : (
          <span className={layout.muted}>{before ? words.gone : '–'}</span>
        )}
      </td>
      <td role="cell" className={styles.what}>
        {isOut ? 'Left out' : words.kinds[kind]}
        {note && (
          <span className={styles.note}>
            <UntrustedText text={note} />
          </span>
        )}
      </td>
    </tr>
  );
});
