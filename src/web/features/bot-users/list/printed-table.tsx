import type { BotUser } from '#contract/bot-user.ts';
import { listViewParams, type ListView } from '#web/features/bot-users/view/list-view.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { formatNumber, shorten } from '#web/lib/format.ts';
import { toSafeLine, nameOf } from '#web/ui/safe-line.ts';
import { absoluteTime } from '#web/lib/time.ts';
import styles from './printed-table.module.css';

export type PrintedListProps = {
  /** All that is shown, also what is not in the document. */
  rows: readonly BotUser[];
  /** How many there are, in words. */
  about: string[];
  view: ListView;
};

/** More than a hundred pages of paper. */
const PRINTED_MAX = 5000;

type PrintedTableProps = PrintedListProps & { printedAt: number };

export function PrintedTable({ rows, about, view, printedAt }: PrintedTableProps) {
  const filters = filtersOf(view);
  const printed = rows.slice(0, PRINTED_MAX);
  return (
    <div className={styles.printed}>
      <p>
        Printed {absoluteTime(printedAt)}, {about.join(', ')}
        {filters && (
          <>
            , filter <UntrustedText text={filters} />
          </>
        )}
        .
      </p>
      {printed.length < rows.length && (
        <p>
          The first {formatNumber(printed.length)} of {formatNumber(rows.length)}. A file has all of
          them: Export.
        </p>
      )}
      <table>
        <thead>
          <tr>
            {['Name', 'Id', 'State', 'Created'].map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {printed.map((bot) => (
            <PrintedRow key={bot.id} bot={bot} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PrintedRow({ bot }: { bot: BotUser }) {
  const at = Date.parse(bot.created_at);
  return (
    <tr>
      <th scope="row">
        <UntrustedText text={nameOf(bot)} />
      </th>
      <td>
        <UntrustedText text={toSafeLine(bot.id)} />
      </td>
      <td>{bot.active ? 'Active' : 'Inactive'}</td>
      <td>
        {Number.isNaN(at) ? <UntrustedText text={shorten(bot.created_at)} /> : absoluteTime(at)}
      </td>
    </tr>
  );
}

const filtersOf = (view: ListView) =>
  Object.entries(listViewParams({ ...view, by: 'rows' }))
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} ${shorten(value)}`)
    .join(', ');
