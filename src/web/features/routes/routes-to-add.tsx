import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { placeText, type PlannedRoute, type RoutesPlan } from '#web/features/routes/plan-routes.ts';
import { count, formatNumber, shorten, shortId } from '#web/lib/format.ts';
import { toSafeLine } from '#web/ui/safe-line.ts';
import table from '#web/ui/table.module.css';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './add-routes.module.css';

const STEP = 100;

/** First what a person has to look at, then what adding changes; what stays as it is comes last. */
const RANKS = { new: 0, relabel: 0, repeated: 1, same: 2 } as const;

export function RoutesToAdd({ plan }: { plan: RoutesPlan }) {
  const [most, setMost] = useState(STEP);
  const { unreadable } = plan;
  const lines = plan.lines.toSorted((a, b) => RANKS[a.kind] - RANKS[b.kind]);
  const all = unreadable.length + lines.length;
  if (all === 0) return null;
  return (
    <div className={table.wrap}>
      <table role="table" aria-label="Routes to add" className={table.table}>
        <thead role="rowgroup">
          <tr role="row">
            {['Label', 'Edge and route', 'What'].map((column) => (
              <th key={column} role="columnheader" scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {unreadable.slice(0, most).map((line, at) => (
            <tr key={`${line.line} ${at}`} role="row" className={table.failed}>
              <th role="rowheader" scope="row">
                {placeText(line)}
              </th>
              <td role="cell" colSpan={2} aria-colspan={2} className={table.id}>
                <span className={styles.cut} title={toSafeLine(line.text)}>
                  <UntrustedText text={shorten(line.text, 300)} />
                </span>
                <span className={styles.fault}>
                  Cannot be read: <UntrustedText text={shorten(line.reason, 300)} />
                </span>
              </td>
            </tr>
          ))}
          {lines.slice(0, Math.max(0, most - unreadable.length)).map((line) => (
            <Line key={placeText(line)} line={line} />
          ))}
        </tbody>
      </table>
      {all > most && (
        <p className={styles.more}>
          {formatNumber(most)} of {count(all, 'line')} shown.{' '}
          <Button variant="subtle" onClick={() => setMost(most + STEP)}>
            Show more
          </Button>
        </p>
      )}
    </div>
  );
}

function Line({ line }: { line: PlannedRoute }) {
  const { edge_id, id, label } = line.route;
  const name = label || (line.kind === 'same' ? line.name : '') || id;
  return (
    <tr role="row">
      <th role="rowheader" scope="row" title={toSafeLine(name)}>
        <UntrustedText text={name === id ? shortId(id) : shorten(name, 40)} />
      </th>
      <td role="cell" className={`dim ${table.id}`}>
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

function whatOf(line: PlannedRoute): ReactNode {
  if (line.kind === 'new') return 'New';
  if (line.kind === 'same') return 'Already here';
  if (line.kind === 'repeated') return `Same as ${placeText(line.first).toLowerCase()}`;
  if (line.was === line.route.id) return 'Gets this label';
  return (
    <>
      Label changes, was <UntrustedText text={shorten(line.was)} />
    </>
  );
}
