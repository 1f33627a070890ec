// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConfirmNotices } from '#web/features/routes/confirm/confirm-notices.tsx';
import { askToConfirm, keepChange } from '#web/features/routes/confirm/confirmations.ts';
import {
  closePage,
  openPage,
  pass,
  press,
  queryByRole,
  route,
  textOf,
} from '#web/features/routes/routes-pages.test.helper.tsx';
import { AnnounceRegion } from '#web/ui/announcer.tsx';

const was = { enabled: true, ip_policy_ids: ['a'] };
const applied = { enabled: false, ip_policy_ids: ['a'] };

let root: Root;
let service: Awaited<ReturnType<typeof openPage>>['service'];

beforeEach(async () => {
  const page = await openPage('/elsewhere', applied);
  ({ service } = page);
  const parent = document.body.appendChild(document.createElement('div'));
  root = createRoot(parent);
  askToConfirm(route, 'Payments', was, applied);
  await act(async () =>
    root.render(
      <QueryClientProvider client={page.client}>
        <ConfirmNotices />
        <AnnounceRegion />
      </QueryClientProvider>,
    ),
  );
});

afterEach(async () => {
  await act(async () => root.unmount());
  keepChange(route);
  await closePage();
});

const notice = () => textOf('region', 'Changes to confirm');
const announced = () => [...document.querySelectorAll('[aria-live]')].at(-1)?.textContent;

it('counts down, and says so at the start, a minute and 15 seconds before the end', async () => {
  expect(notice()).toContain('Keep it? Put back in 2:00');
  expect(announced()).toBe('Keep the change of Payments? It is put back in 2 minutes.');
  await pass(60_000);
  expect(notice()).toContain('Put back in 1:00');
  expect(announced()).toBe('Keep the change of Payments? Put back in 60 seconds.');
  await pass(45_000);
  expect(announced()).toBe('Keep the change of Payments? Put back in 15 seconds.');
  await pass(15_000);
  expect(queryByRole('region', 'Changes to confirm')).toBeUndefined();
  expect(service.module).toEqual(was);
});

it('is gone once the change is kept', async () => {
  await press('button', 'Keep');
  expect(queryByRole('region', 'Changes to confirm')).toBeUndefined();
  expect(announced()).toBe('Kept.');
  await pass(120_000);
  expect(service.module).toEqual(applied);
});

it('puts back at once', async () => {
  await press('button', 'Put back now');
  expect(queryByRole('region', 'Changes to confirm')).toBeUndefined();
  expect(service.module).toEqual(was);
});

it('says why it was not put back, and leaves both ways open', async () => {
  service.respond('PUT', () => Response.json({ error_code: 'NO' }, { status: 422 }), 1);
  await pass(120_000);
  expect(notice()).toContain('Not put back.');
  await press('button', 'Put back now');
  expect(service.module).toEqual(was);
});

it('does not say that it is being put back once nothing happens by itself any more', async () => {
  service.respond('GET', () => Response.json({ error_code: 'BAD' }, { status: 502 }));
  await pass(120_000);
  expect(notice()).toContain('Putting it back…');
  vi.setSystemTime(Date.now() + 3_600_000);
  await pass(60_000);
  expect(notice()).toContain('Not put back in time.');
});

it('says so where a reload would forget it: the storage is full', async () => {
  expect(notice()).not.toContain('Keep this tab open');
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem() {
      throw new DOMException('Full', 'QuotaExceededError');
    },
  });
  await act(async () => askToConfirm(route, 'Payments', was, applied));
  expect(notice()).toContain('Keep this tab open: this browser stores nothing.');
});
