import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { idle, loadAtLast } from '#web/ui/on-demand.tsx';
import { WINDOW_FROM } from '#web/ui/row-limits.ts';
import type { VirtualBodyProps, WindowedBody } from '#web/ui/virtual-rows.tsx';

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

/** The body of a table that may be long: then only rows near the screen are in the document. */
export function VirtualBody<Row>(props: VirtualBodyProps<Row>) {
  const [Body, setBody] = useState(() => loaded);
  const isLong = props.rows.length > WINDOW_FROM;
  useEffect(() => {
    if (!isLong || Body) return undefined;
    let isHere = true;
    void loadWindowedBody().then(
      (code) => isHere && keepingFocus(() => flushSync(() => setBody(() => code))),
    );
    return () => void (isHere = false);
  }, [isLong, Body]);
  return Body ? <Body {...props} /> : <FirstRows {...props} />;
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
  const table = row?.closest('table');
  const place = row ? [...row.querySelectorAll('*')].indexOf(focused as Element) : -1;
  draw();
  const drawn = table?.querySelector(`tr[data-index="${row?.dataset['index']}"]`);
  const control = drawn?.querySelectorAll('*')[place];
  if (control instanceof HTMLElement) control.focus({ preventScroll: true });
}
