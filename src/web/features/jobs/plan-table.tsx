import { Box, Group, TextInput } from '@mantine/core';
import Search from 'lucide-react/icons/search';
import { useMemo, useState } from 'react';
import { isChange, type JobTarget, type LineKind, type Plan, type PlanLine } from '#bulk/job.ts';
import { Dim, StateParts } from '#web/features/jobs/cells.tsx';
import { idTextOf, partText, sidesOf, TARGET_WORDS } from '#web/features/jobs/texts.ts';
import { editPlan } from '#web/jobs/current-job.ts';
import { foldCase } from '#web/lib/fold-case.ts';
import { count, formatNumber, shortId } from '#web/lib/format.ts';
import { icon } from '#web/ui/icon.ts';
import { HeadCell, HeadRow, ListTable } from '#web/ui/list-table.tsx';
import { RowCheckbox } from '#web/ui/row-controls.tsx';
import { labelsOf, nameOf, toSafeLine } from '#web/ui/safe-line.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import table from '#web/ui/table.module.css';
import styles from './jobs.module.css';

type PlanTableProps = { plan: Plan; target: JobTarget };

export function PlanTable({ plan, target }: PlanTableProps) {
  const { lines, out } = plan;
  const { kinds, name: nameColumn } = TARGET_WORDS[plan.target];
  const [text, setText] = useState('');
  const search = useMemo(() => createSearch(target, kinds), [target, kinds]);
  const places = useMemo(() => search(lines, text), [search, lines, text]);
  // Once for a plan: to leave out a line keeps them.
  const labels = useMemo(() => {
    const named = lines.map(({ id, label }, at) => ({ id: idTextOf(target, id), name: label, at }));
    return labelsOf(named, ({ at }) => String(at));
  }, [lines, target]);
  const ofKinds = useMemo(() => kindsText(lines, kinds), [lines, kinds]);
  const shown = `${formatNumber(places.length)} of ${count(lines.length, 'line')} shown.`;
  const status = [
    places.length < lines.length && shown,
    ofKinds && `${ofKinds}.`,
    out?.size && `${formatNumber(out.size)} left out.`,
  ];

  return (
    <Box component="section" className="card" aria-label="Plan" my="md">
      <Group gap="xs" p="sm">
        <TextInput
          className="screen-only"
          w="20rem"
          maw="100%"
          type="search"
          aria-label="Filter lines"
          placeholder={`Filter by ${nameColumn.toLowerCase()}, id or change`}
          leftSection={<Search {...icon} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <p role="status" className="dim numbers">
          {status.filter(Boolean).join(' ')}
        </p>
      </Group>
      <ListTable
        aria-label="Planned changes"
        className={`${styles.lines} ${styles.plan}`}
        head={
          <HeadRow names={[nameColumn, 'Before', 'After', 'What']}>
            <HeadCell className={table.pick}>
              <span className="visually-hidden">Include</span>
            </HeadCell>
          </HeadRow>
        }
        rows={places}
        keyOf={String}
        rowHeight={52}
      >
        {(at, index) => {
          const line = lines[at];
          const name = labels.get(String(at)) ?? '';
          return line && <PlanRow key={at} {...{ plan, target, line, at, index, name }} />;
        }}
      </ListTable>
    </Box>
  );
}

/**
 * Finds the places of lines that have a text: in their name, in their kind or in a state; an id from its start. What
 * stays as it is comes last: nobody has to decide about it.
 */
export function createSearch(target: JobTarget, kinds: Record<LineKind, string>) {
  /** There may be thousands of lines, and each key that is typed searches them. */
  const texts = new WeakMap<PlanLine, string>();
  const hasText = (line: PlanLine, wanted: string) => {
    const ids = foldCase(idTextOf(target, line.id)).split(' ');
    if (ids.some((id) => id.startsWith(wanted))) return true;
    const text = texts.get(line) ?? textOf(line, target, kinds);
    texts.set(line, text);
    return text.includes(wanted);
  };
  return (lines: readonly PlanLine[], typed: string): number[] => {
    const wanted = foldCase(typed.trim());
    const found = lines.flatMap((line, at) => (wanted === '' || hasText(line, wanted) ? [at] : []));
    const isIdle = (at: number) => Number(lines[at]?.kind === 'no-change');
    return found.toSorted((one, other) => isIdle(one) - isIdle(other));
  };
}

function textOf(line: PlanLine, target: JobTarget, kinds: Record<LineKind, string>): string {
  const { label, kind, note = '', before, after } = line;
  const { removed, added } = sidesOf(target, line);
  const values = [before, after].flatMap((state) => Object.values(state ?? {}).flat());
  const texts = [label, kinds[kind], note, ...[...removed, ...added].map(partText), ...values];
  return foldCase(texts.filter((text) => typeof text === 'string').join('\n'));
}

/** `Set inactive: 118, Conflict: 2`, where there are several kinds. */
function kindsText(lines: readonly PlanLine[], kinds: Record<LineKind, string>) {
  const texts = Object.entries(kinds).flatMap(([kind, text]) => {
    const size = lines.filter((line) => line.kind === kind).length;
    return size > 0 ? `${text}: ${formatNumber(size)}` : [];
  });
  return texts.length < 2 ? '' : texts.join(', ');
}

/** Leaves a line out, or takes it in again. */
function toggle({ out }: Plan, at: number) {
  const next = new Set(out);
  if (!next.delete(at)) next.add(at);
  editPlan({ out: next });
}

type PlanRowProps = PlanTableProps & { line: PlanLine; at: number; index: number; name: string };

function PlanRow({ plan, target, line, at, index, name }: PlanRowProps) {
  const { id, label, kind, note, before, after } = line;
  const words = TARGET_WORDS[plan.target];
  const ids = idTextOf(target, id);
  const full = nameOf({ id: ids, name: label });
  const { removed, added } = sidesOf(target, line);
  const isOut = plan.out?.has(at) ?? false;

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
            onChange={() => toggle(plan, at)}
          />
        )}
      </td>
      <th role="rowheader" scope="row">
        <span className={styles.cut} title={full}>
          <UntrustedText text={full} />
        </span>
        <code className={`dim ${styles.cut}`} title={toSafeLine(ids)}>
          <UntrustedText text={ids.split(' ').map(shortId).join(' ')} />
        </code>
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
}
