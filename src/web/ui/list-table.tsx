import { startTransition, useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { idle, loadAtLast } from '#web/ui/on-demand.tsx';
import type { VirtualBodyProps, WindowedBody } from '#web/ui/virtual-rows.tsx';
import table from '#web/ui/table.module.css';

/** With more rows than this, only those near the screen are in the document. */
export const WINDOW_FROM = 200;
/** Paper gets so many rows: about a hundred pages. */
export const PRINTED_MAX = 5000;
/** Of more rows the first table draws those that fill the window, and the others when the page is quiet. */
const FIRST_MAX = 30;
let isFirstTable = true;

/** Fetched once a table has more rows than the document should hold. Those that are seen do not wait for it. */
let loaded: typeof WindowedBody | undefined;

async function loadWindowedBody() {
  await idle();
  loaded = (await loadAtLast(() => import('#web/ui/virtual-rows.tsx'))).WindowedBody;
  // A press that has begun on a row must end on it, and an open menu stands at a button of its row.
  while (document.querySelector('tr:active, tr [aria-expanded="true"]'))
    await new Promise(requestAnimationFrame);
  return loaded;
}

type ListTableProps<Row> = Omit<ComponentProps<'table'>, 'children'> & {
  'aria-label': string;
  head: ReactNode;
  /** There are more rows than these, nobody knows how many. */
  hasMore?: boolean;
} & VirtualBodyProps<Row>;

/** A table of any length: a long one has only the rows near the screen in the document. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { head, hasMore, className = '', ...others } = props;
  const { rows, keyOf, wantedKey, rowHeight, children, ...options } = others;
  const [Windowed, setWindowed] = useState(() => loaded);
  const isLong = rows.length > WINDOW_FROM;
  useEffect(() => {
    if (!isLong || Windowed) return undefined;
    let isHere = true;
    void loadWindowedBody().then(
      (code) => isHere && keepingFocus(() => flushSync(() => setWindowed(() => code))),
    );
    return () => void (isHere = false);
  }, [isLong, Windowed]);
  const Body = Windowed ?? FirstRows;
  return (
    <table
      role="table"
      aria-rowcount={hasMore ? -1 : rows.length + 1}
      className={`${table.table} ${className}`}
      {...options}
    >
      {head}
      <Body {...{ rows, keyOf, wantedKey, rowHeight, children }} />
    </table>
  );
}

/** All rows of a short table, else the first ones, or as far as to a row that was wanted. */
function FirstRows<Row>(props: VirtualBodyProps<Row>) {
  const { rows, rowHeight, keyOf, wantedKey, children } = props;
  const [least, setLeast] = useState(() =>
    rows.length > (isFirstTable ? FIRST_MAX : WINDOW_FROM)
      ? Math.ceil(window.innerHeight / rowHeight)
      : WINDOW_FROM,
  );
  const isLong = rows.length > WINDOW_FROM;
  useEffect(() => {
    // Its rows are about to get another body.
    if (isLong) return;
    void idle().then(() => {
      isFirstTable = false;
      // A press need not wait until all of them are drawn.
      startTransition(() => setLeast((known) => Math.max(known, WINDOW_FROM)));
    });
  }, [isLong]);
  const shown = rows.slice(0, least);
  const left = rows.length - shown.length;
  if (wantedKey !== undefined) {
    const wanted = rows.findIndex((row) => keyOf(row) === wantedKey);
    // It stays when it has got the focus and is wanted no more.
    if (wanted >= shown.length) setLeast(wanted + 1);
  }
  return (
    <tbody role="rowgroup">
      {shown.map(children)}
      {left > 0 && <tr aria-hidden style={{ height: left * rowHeight }} />}
    </tbody>
  );
}

/** The rows are drawn anew: what had the focus in one of them gets it again. */
function keepingFocus(draw: () => void) {
  const focused = document.activeElement;
  const row = focused?.closest<HTMLElement>('tr[data-index]');
  const ours = row?.closest('table');
  const place = row ? [...row.querySelectorAll('*')].indexOf(focused as Element) : -1;
  draw();
  const drawn = ours?.querySelector(`tr[data-index="${row?.dataset['index']}"]`);
  const control = drawn?.querySelectorAll('*')[place];
  if (control instanceof HTMLElement) control.focus({ preventScroll: true });
}

export const HeadCell = (props: ComponentProps<'th'>) => (
  <th role="columnheader" scope="col" {...props} />
);

type HeadRowProps = {
  /** What columns that nobody sorts are called, in their order. */
  names?: readonly string[];
  /** The columns before them. */
  children?: ReactNode;
};

export const HeadRow = ({ names = [], children }: HeadRowProps) => (
  <thead role="rowgroup">
    <tr role="row" aria-rowindex={1}>
      {children}
      {names.map((name) => (
        <HeadCell key={name}>{name}</HeadCell>
      ))}
    </tr>
  </thead>
);
