// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  askToConfirm,
  CONFIRM_WITHIN_MS,
  keepChange,
  putBack,
  type Unconfirmed,
  watchUnconfirmed,
} from '#web/features/routes/confirm/confirmations.ts';
import {
  apply,
  closePage,
  EDITOR,
  enforceSwitch,
  openPage,
  pass,
  press,
  refusal,
  review,
  route,
} from '#web/features/routes/routes-pages.test.helper.tsx';
import { session } from '#web/session/session.ts';

const was = { enabled: true, ip_policy_ids: ['a'] };
const applied = { enabled: false, ip_policy_ids: ['a'] };

let page: Awaited<ReturnType<typeof openPage>>;
let told: unknown[];
let stop: () => void;

/** What every page does; again after a reload of it. */
function watch() {
  stop();
  stop = watchUnconfirmed(page.client, ({ text, failed = false }) => told.push([failed, text]));
}

beforeEach(async () => {
  told = [];
  stop = () => {};
  page = await openPage(EDITOR, was);
  watch();
});

afterEach(async () => {
  stop();
  keepChange(route);
  await closePage();
});

/** In the editor, with a tick. */
async function turnOff() {
  await press(...enforceSwitch);
  await review();
  await press('checkbox', 'Confirm within 2 minutes');
  await apply();
  expect(page.service.module).toEqual(applied);
}

it('puts back what nobody has kept, on the condition that it is still what was applied', async () => {
  await turnOff();
  await pass(CONFIRM_WITHIN_MS - 1000);
  expect(page.service.module).toEqual(applied);
  await pass(1000);
  expect(page.service.module).toEqual(was);
  expect(page.service.writes.at(-1)).toMatch(/^PUT "\d+"$/);
  expect(told).toEqual([[false, 'Payments is as it was before: the change was not kept.']]);
  await pass(CONFIRM_WITHIN_MS);
  expect(page.service.writes).toHaveLength(2);
});

it('leaves what was kept', async () => {
  await turnOff();
  keepChange(route);
  await pass(CONFIRM_WITHIN_MS);
  expect(page.service.module).toEqual(applied);
  expect(told).toEqual([]);
});

it('is asked of nobody who has not ticked it', async () => {
  await press(...enforceSwitch);
  await review();
  await apply();
  await pass(CONFIRM_WITHIN_MS);
  expect(page.service.module).toEqual(applied);
});

it('leaves alone what somebody else has changed since, and says so', async () => {
  await turnOff();
  page.service.set(true, ['a', 'b']);
  await pass(CONFIRM_WITHIN_MS);
  expect(page.service.module).toEqual({ enabled: true, ip_policy_ids: ['a', 'b'] });
  expect(told).toEqual([[true, 'Payments was not put back: it was changed since.']]);
});

it('does not go over a change that comes between its read and its write', async () => {
  await turnOff();
  page.service.overtake('PUT', () => page.service.set(true, ['c']));
  await pass(CONFIRM_WITHIN_MS);
  expect(page.service.module).toEqual({ enabled: true, ip_policy_ids: ['c'] });
  expect(told).toEqual([[true, 'Payments was not put back: it was changed since.']]);
});

it('goes on after a reload, and where the time has run out meanwhile', async () => {
  await turnOff();
  stop();
  await pass(CONFIRM_WITHIN_MS + 60_000);
  expect(page.service.module).toEqual(applied);
  watch();
  await pass(0);
  expect(page.service.module).toEqual(was);
});

it('does nothing by itself long after its time', async () => {
  await turnOff();
  stop();
  await pass(CONFIRM_WITHIN_MS + 3_600_000);
  watch();
  await pass(60_000);
  expect(page.service.module).toEqual(applied);
});

it('is tried again while the service cannot be reached, also where a response was lost', async () => {
  await turnOff();
  page.service.respond('GET', () => refusal(502, 'BAD_GATEWAY'));
  await pass(CONFIRM_WITHIN_MS + 60_000);
  expect(told).toEqual([]);
  page.service.heal();
  page.service.respond('PUT', (real) => {
    real();
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  await pass(60_000);
  expect(page.service.module).toEqual(was);
  expect(page.service.writes).toHaveLength(2);
  expect(told).toEqual([[false, 'Payments is as it was before: the change was not kept.']]);
});

it('says why it could not be put back, once', async () => {
  await turnOff();
  page.service.respond('PUT', () => refusal(422, 'NO'));
  await pass(CONFIRM_WITHIN_MS + 60_000);
  expect(told).toEqual([[true, expect.stringMatching(/^Payments was not put back\. /)]]);
  expect(page.service.writes).toHaveLength(2);
});

it('goes back over two changes to what was there before both', async () => {
  askToConfirm(route, 'Payments', { enabled: true, ip_policy_ids: ['x'] }, was);
  await turnOff();
  await pass(CONFIRM_WITHIN_MS);
  expect(page.service.module).toEqual({ enabled: true, ip_policy_ids: ['x'] });
});

it('is done by one of two tabs', async () => {
  let isHeld = false;
  const request = async (_name: string, _how: LockOptions, work: LockGrantedCallback<unknown>) => {
    if (isHeld) return work(null);
    isHeld = true;
    await work({ name: '', mode: 'exclusive' });
    isHeld = false;
  };
  stop();
  const locks = { request } as Pick<LockManager, 'request'>;
  const ends = [1, 2].map((tab) => watchUnconfirmed(page.client, () => told.push(tab), locks));
  stop = () => ends.forEach((end) => end());
  await turnOff();
  await pass(CONFIRM_WITHIN_MS + 60_000);
  expect(page.service.module).toEqual(was);
  expect(told).toEqual([1]);
  expect(page.service.writes).toHaveLength(2);
});

it('is left to the key that has made it', async () => {
  await turnOff();
  await act(async () => {
    session.end('none');
    session.signIn('another-key-of-somebody-else', false);
  });
  await pass(CONFIRM_WITHIN_MS);
  expect(page.service.module).toEqual(applied);
});

/** What waits, as the storage has it. */
const kept = () =>
  JSON.parse(localStorage.getItem('gatehouse.unconfirmed.api.test') ?? '[]') as Unconfirmed[];

it('is sent once where the press comes while the clock does it', async () => {
  await turnOff();
  const [entry] = kept();
  await act(async () => {
    await Promise.all([1, 2].map(async () => putBack(page.client, entry as Unconfirmed)));
  });
  expect(page.service.module).toEqual(was);
  expect(page.service.writes).toHaveLength(2);
});

it('leaves what is kept while it is read', async () => {
  await turnOff();
  page.service.overtake('GET', () => keepChange(route));
  await pass(CONFIRM_WITHIN_MS);
  expect(page.service.module).toEqual(applied);
  expect(told).toEqual([[false, 'The change of Payments is kept.']]);
});

it('says that it is back where another tab was faster by a moment', async () => {
  await turnOff();
  page.service.overtake('PUT', () => page.service.set(true, ['a']));
  await pass(CONFIRM_WITHIN_MS);
  expect(told).toEqual([[false, 'Payments is as it was before: the change was not kept.']]);
});

it('does not claim what the service has not saved', async () => {
  await turnOff();
  page.service.respond('PUT', () =>
    Response.json({ enabled: true, ip_policies: [] }, { headers: { etag: '"9"' } }),
  );
  await pass(CONFIRM_WITHIN_MS);
  expect(told).toEqual([
    [true, 'Payments was put back, but the service saved something different. Open it and check.'],
  ]);
});

it('does not let a route that cannot be read hold up the next', async () => {
  const other = { edge_id: 'edge_1', id: 'route_2' };
  const slow = { edge_id: 'edge_1', id: 'route_1' };
  await turnOff();
  askToConfirm(other, 'Other', null, null);
  page.service.respond('GET', () => refusal(502, 'BAD_GATEWAY'), 1);
  await pass(CONFIRM_WITHIN_MS);
  expect(told).toEqual([[false, 'Other is as it was before: the change was not kept.']]);
  expect(kept()).toMatchObject([slow]);
});

it('waits no longer than it says where the clock is set back', async () => {
  await turnOff();
  stop();
  vi.setSystemTime(Date.now() - 3_600_000);
  watch();
  await pass(CONFIRM_WITHIN_MS);
  expect(page.service.module).toEqual(was);
});

it('goes back where no response came to the change that may have locked the person out', async () => {
  page.service.respond(
    'PUT',
    (real) => {
      real();
      return Promise.reject(new TypeError('Failed to fetch'));
    },
    1,
  );
  await turnOff();
  await pass(CONFIRM_WITHIN_MS);
  expect(page.service.module).toEqual(was);
});

it('is not asked of the same change once it was made again without it', async () => {
  askToConfirm(route, 'Payments', was, applied);
  await press(...enforceSwitch);
  await review();
  await apply();
  await pass(CONFIRM_WITHIN_MS);
  expect(page.service.module).toEqual(applied);
  expect(kept()).toEqual([]);
});
