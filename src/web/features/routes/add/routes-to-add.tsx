import { useState, type ReactNode } from 'react';
import type { PlannedRoute, RoutesPlan } from '#web/features/routes/add/plan-routes.ts';
import type { UnreadableLine } from '#web/features/routes/add/read-routes.ts';
import { placeWords } from '#web/features/routes/add/words.ts';
import { shorten, shortId } from '#web/lib/format.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { ShowMore } from '#web/ui/layout/show-more.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { toSafeLine } from '#web/ui/safe-line.ts';
import table from '#web/ui/table/table.module.css';
import styles from './add.module.css';

const STEP = 100;

/** First what a person has to look at, then what adding changes; what stays as it is comes last. */
const RANKS = { new: 0, relabel: 0, repeated: 1, same: 2 } as const;

type RoutesToAddProps = { plan: RoutesPlan; unreadable: readonly UnreadableLine[] };

export function RoutesToAdd({ plan, unreadable }: RoutesToAddProps) {
  const [most, setMost] = useState(STEP);
  const lines = plan.lines.toSorted((a, b) => RANKS[a.kind] - RANKS[b.kind]);
  const all = unreadable.length + lines.length;
  if (all === 0) return null;
  return (
    <div className={styles.plan}>
      <DataTable label="Routes to add" columns={['Label', 'Edge and route', 'What']}>
        {unreadable.slice(0, most).map((line, at) => (
          <tr key={`${line.line} ${at}`} role="row" data-kind="unreadable">
            <th role="rowheader" scope="row">
              {placeWords(line)}
            </th>
            <td role="cell" colSpan={2} aria-colspan={2} className={table.id}>
              <span className={`${layout.mono} ${styles.cut}`} title={toSafeLine(line.text)}>
                <UntrustedText text={shorten(line.text, 300)} />
              </span>
              <span className={styles.fault}>
                Cannot be read: <UntrustedText text={shorten(line.reason, 300)} />
              </span>
            </td>
          </tr>
        ))}
        {lines.slice(0, Math.max(0, most - unreadable.length)).map((line) => (
          <Line key={`${line.route.line} ${line.route.entry}`} line={line} />
        ))}
      </DataTable>
      <ShowMore
        shown={Math.min(most, all)}
        all={all}
        what="lines"
        onMore={() => setMost(most + STEP)}
      />
    </div>
  );
}

function Line({ line }: { line: PlannedRoute }) {
  const { edge_id, id, label } = line.route;
  const name = label || nameElsewhere(line) || id;
  return (
    <tr role="row" data-kind={line.kind}>
      <th role="rowheader" scope="row">
        <span className={styles.name} title={toSafeLine(name)}>
          <UntrustedText text={name === id ? shortId(id) : shorten(name)} />
        </span>
      </th>
      <td role="cell" className={`${table.id} ${layout.mono} ${layout.muted}`}>
        <span className={table.one} title={toSafeLine(edge_id)}>
          <UntrustedText text={shortId(edge_id)} /> /
        </span>{' '}
        <span className={table.one} title={toSafeLine(id)}>
          <UntrustedText text={shortId(id)} />
        </span>
      </td>
      <td role="cell" className={table.state}>
        {whatOf(line)}
      </td>
    </tr>
  );
}

function nameElsewhere(line: PlannedRoute): string {
  if (line.kind === 'repeated') return line.first.label;
  return line.kind === 'same' ? line.name : '';
}

function whatOf(line: PlannedRoute): ReactNode {
  if (line.kind === 'new') return 'New';
  if (line.kind === 'same') return 'Already here';
  if (line.kind === 'repeated') {
    const { line: at, entry } = line.first;
    return `Same as ${placeWords({ line: at, ...(entry !== undefined && { entry }) }).toLowerCase()}`;
  }
  if (line.was === line.route.id) return 'Gets this label';
  return (
    <>
      Label changes, was <UntrustedText text={shorten(line.was)} />
    </>
  );
}
