// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import {
  answer,
  bots,
  closePage,
  noAnswer,
  openList,
  pass,
  press,
  textOf,
} from '#web/features/bot-users/pages/bot-users-page.test.helper.tsx';

afterEach(async () => {
  vi.restoreAllMocks();
  await closePage();
});

const alert = () => textOf('[role=alert]');

it.each([
  ['Refresh', 'Bot users could not be read again.'],
  ['Load more', 'The next page could not be loaded.'],
])('%s tells nobody who is back that they are offline', async (button, title) => {
  await openList(bots(3), { pageSize: 2 });
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await press(button);
  // A read is asked for three times, with pauses between.
  for (let times = 0; times < 3; times++) {
    await answer(noAnswer());
    await pass(times < 2 ? 900 : 0);
  }
  expect(alert()).toContain(`${title} You are offline.`);

  onLine.mockReturnValue(true);
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(alert()).toContain(
    `${title} No answer from api.test. Check your connection, then try again.`,
  );

  onLine.mockReturnValue(false);
  await act(async () => window.dispatchEvent(new Event('offline')));
  expect(alert()).toContain('You are offline.');
});
