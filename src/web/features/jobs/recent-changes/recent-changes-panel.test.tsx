// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetAccess, noticeNoRight } from '#web/api/access.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import { setConfig } from '#web/api/config.ts';
import { createTarget } from '#web/features/jobs/plan/plan.test.helper.ts';
import { RecentChangesPanel } from '#web/features/jobs/recent-changes/recent-changes-panel.tsx';
import { changes, type RecordedChange } from '#web/jobs/changes.ts';
import { undoRequest } from '#web/jobs/current-job.ts';
import { jobs } from '#web/jobs/jobs.ts';

let root: Root;
const list: RecordedChange[] = ['a', 'prod'].map((id) => ({
  target: 'bot-user',
  at: 1,
  id,
  label: id,
  before: { name: id, active: true },
  after: { name: id, active: false },
}));

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  setConfig(testConfig());
  vi.spyOn(changes, 'get').mockReturnValue(list);
  vi.spyOn(jobs, 'targetOf').mockReturnValue({
    ...createTarget(),
    refusal: ({ id }) => (id === 'prod' ? 'Protected by the operator.' : undefined),
  });
  undoRequest.set(undefined);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(<RecentChangesPanel opener={{ current: null }} onClose={() => {}} />),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  forgetAccess();
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const undos = () =>
  [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Undo');
const isOff = () => undos().map((button) => button.getAttribute('aria-disabled') === 'true');

it('does not undo what is protected, and says so at the control', async () => {
  expect(isOff()).toEqual([false, true]);
  const [own, held] = undos();
  expect(document.getElementById(held?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Protected by the operator.',
  );
  await act(async () => held?.click());
  expect(undoRequest.get()).toBeUndefined();
  await act(async () => own?.click());
  expect(undoRequest.get()).toMatchObject({ id: 'a' });
});

it('undoes nothing with a key that can only read', async () => {
  await act(async () => noticeNoRight());
  expect(isOff()).toEqual([true, true]);
  await act(async () => undos()[0]?.click());
  expect(undoRequest.get()).toBeUndefined();
});
