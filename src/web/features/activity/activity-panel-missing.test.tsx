// @vitest-environment happy-dom
import { act, createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { ActivityPanel } from '#web/features/activity/activity-panel.tsx';
import { ReloadNoteContext } from '#web/ui/feedback/chunk-error-notice.tsx';
import { waitUntil } from '#web/lib/wait.test.helper.ts';

// As after an update, when the old code is gone from the server.
vi.mock('#web/features/activity/activity-requests.tsx', () => {
  throw new TypeError('Failed to fetch');
});

afterEach(() => vi.unstubAllGlobals());

it('offers a reload, and says what that costs, where trying again may never help', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  const host = document.createElement('div');
  await act(async () =>
    createRoot(host).render(
      <ReloadNoteContext value={<p>The key is lost.</p>}>
        <ActivityPanel opener={createRef()} onClose={() => {}} />
      </ReloadNoteContext>,
    ),
  );
  const alert = await waitUntil(() => host.querySelector('[role=alert]'));
  expect(alert.textContent).toContain('The key is lost.');
  const buttons = [...alert.querySelectorAll('button')];
  expect(buttons.map((button) => button.textContent)).toEqual(['Try again', 'Reload the page']);
  await act(async () => buttons[1]?.click());
  expect(reload).toHaveBeenCalledOnce();
});
