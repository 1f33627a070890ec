// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import {
  answer,
  bot,
  bots,
  closePage,
  focused,
  key,
  openList,
  pass,
  press,
  select,
  the,
  type,
} from '#web/features/bot-users/pages/bot-users-page.test.helper.tsx';
import type * as UseSelection from '#web/features/bot-users/selection/use-selection.ts';

/** Ids of the rows that were drawn, since it was emptied. Each asks whether it is selected, and nothing remembers that for it. */
const drawn: string[] = [];
vi.mock('#web/features/bot-users/selection/use-selection.ts', async (importActual) => {
  const actual = await importActual<typeof UseSelection>();
  return {
    ...actual,
    useIsSelected(id: string) {
      drawn.push(id);
      return actual.useIsSelected(id);
    },
  };
});

afterEach(closePage);

const ROWS = 20;

/** Which rows are drawn again for it. */
async function drawnFor(change: () => Promise<unknown>) {
  drawn.length = 0;
  await change();
  return [...new Set(drawn)].toSorted();
}

it('draws each row when the list comes', async () => {
  const ids = await drawnFor(() => openList(bots(ROWS)));
  expect(ids).toHaveLength(ROWS);
});

it('draws one row for a switch, until its answer', async () => {
  await openList(bots(ROWS));
  expect(await drawnFor(() => press('Active: name 3'))).toEqual(['bot_3']);
  expect(await drawnFor(() => answer())).toEqual([]);
});

it('draws one row for a switch among one status', async () => {
  await openList(bots(ROWS), { at: '?status=active' });
  expect(await drawnFor(() => press('Active: name 3'))).toEqual(['bot_3']);
});

it('draws one row for a switch that is refused, and for its way back', async () => {
  await openList(bots(ROWS));
  await press('Active: name 3');
  expect(await drawnFor(() => answer(new Response('{}', { status: 409 })))).toEqual(['bot_3']);
});

it('draws one row when it is selected, and one more for a second', async () => {
  await openList(bots(ROWS));
  expect(await drawnFor(() => press('Select name 3'))).toEqual(['bot_3']);
  expect(await drawnFor(() => press('Select name 5'))).toEqual(['bot_5']);
  expect(await drawnFor(() => press('Clear selection'))).toEqual(['bot_3', 'bot_5']);
});

it('draws only the rows of a range', async () => {
  await openList(bots(ROWS));
  await press('Select name 3');
  const range = () => press('Select name 5', { shiftKey: true });
  expect(await drawnFor(range)).toEqual(['bot_4', 'bot_5']);
});

it('draws none when the focus goes through the rows', async () => {
  await openList(bots(ROWS));
  await act(async () => the('name 1').focus());
  expect(
    await drawnFor(async () => {
      await key('j');
      await key('j');
      await key('k');
    }),
  ).toEqual([]);
  expect(focused()).toBe('name 2');
});

it('draws none for a pointer that goes over them', async () => {
  await openList(bots(ROWS));
  const row = document.querySelector('[data-id="bot_3"]');
  expect(
    await drawnFor(() =>
      act(async () => {
        for (const name of ['pointerover', 'pointermove', 'pointerout'])
          row?.dispatchEvent(
            new PointerEvent(name, { bubbles: true, relatedTarget: document.body }),
          );
      }),
    ),
  ).toEqual([]);
});

it('draws one row when its menu opens', async () => {
  await openList(bots(ROWS));
  // The menu draws itself.
  expect(await drawnFor(() => press('Actions for name 3'))).toEqual([]);
});

it('draws none for a key in the filter that leaves them as they are', async () => {
  await openList(bots(ROWS));
  const write = async () => {
    await type('Filter loaded bot users', 'name');
    await pass(1000);
  };
  expect(await drawnFor(write)).toEqual([]);
});

it('draws only what has changed when the list is read again', async () => {
  const service = await openList(bots(ROWS));
  service.bots = service.bots.map((each) => (each.id === 'bot_7' ? { ...each, name: 'x' } : each));
  const refresh = async () => {
    await press('Refresh');
    await answer();
  };
  expect(await drawnFor(refresh)).toEqual(['bot_7']);
});

it('draws only what comes with the next page', async () => {
  await openList([...bots(ROWS), bot(99)], { pageSize: ROWS });
  const more = async () => {
    await press('Load more');
    await answer();
  };
  expect(await drawnFor(more)).toEqual(['bot_99']);
});

it('draws none for what is not selected among the rows', async () => {
  await openList(bots(ROWS));
  expect(await drawnFor(() => select('bot_3', 'elsewhere'))).toEqual(['bot_3']);
});
