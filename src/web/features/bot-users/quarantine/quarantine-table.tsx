import { Link } from 'react-router-dom';
import { reachOf } from '#web/features/bot-users/data/addressability.ts';
import {
  changeText,
  type Entry,
  type Seen,
} from '#web/features/bot-users/quarantine/quarantine.ts';
import { shortId } from '#web/lib/format.ts';
import { absoluteTime } from '#web/lib/time.ts';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { Button } from '#web/ui/parts/button.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { labelsOf, nameOf, toSafeLine } from '#web/ui/safe-line.ts';
import table from '#web/ui/table/table.module.css';

type QuarantineTableProps = {
  entries: Entry[];
  now: number;
  seenOf: (id: string) => Seen;
  onRemove: (entry: Entry) => void;
};

const COLUMNS = ['Name', 'Id', 'What changed', 'Since', 'Due'];

export function QuarantineTable({ entries, now, seenOf, onRemove }: QuarantineTableProps) {
  const labels = labelsOf(entries, ({ id }) => id);
  return (
    <DataTable label="Quarantine" columns={COLUMNS} hasActions>
      {entries.map((entry) => {
        const { id, since, dueAt } = entry;
        const { path } = reachOf({ id, name: '' });
        const label = labels.get(id) ?? nameOf(entry);
        return (
          <tr role="row" key={id} data-id={id}>
            <th role="rowheader" scope="row">
              {path === undefined ? (
                <UntrustedText text={label} />
              ) : (
                <Link to={path}>
                  <UntrustedText text={label} />
                </Link>
              )}
            </th>
            <td role="cell" className={table.id} title={toSafeLine(id)}>
              <UntrustedText text={shortId(id)} />
            </td>
            <td role="cell" className={table.state}>
              <UntrustedText text={changeText(entry, seenOf(id))} />
            </td>
            <td role="cell" className={table.id}>
              <span className={table.one}>
                <RelativeTime text={new Date(since).toISOString()} />
              </span>
            </td>
            {/* On a card nothing stands beside it. */}
            <td role="cell" className={table.id}>
              <span className={table.one}>Due {dueAt <= now ? 'now' : absoluteTime(dueAt)}</span>
            </td>
            <td role="cell" className={table.end}>
              <Button
                size="xs"
                variant="subtle"
                aria-label={`Remove ${label} from quarantine`}
                onClick={() => onRemove(entry)}
              >
                Remove
              </Button>
            </td>
          </tr>
        );
      })}
    </DataTable>
  );
}
