// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  DemonstrationTag,
  InstanceContext,
  InstanceTag,
  type Instance,
} from '#web/ui/layout/instance.tsx';
import { Page } from '#web/ui/layout/page.tsx';

let host: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  host = document.body.appendChild(document.createElement('div'));
});
afterEach(() => {
  host.remove();
  vi.unstubAllGlobals();
});

const show = (instance: Instance | null) =>
  act(async () =>
    createRoot(host).render(
      <InstanceContext value={instance}>
        <InstanceTag />
        <Page title="Bot users" heading="Bot users" />
      </InstanceContext>,
    ),
  );

it('names the instance in the tag and behind the title of every document', async () => {
  await show({ name: 'Staging EU', colour: 'amber' });
  const tag = host.querySelector('[data-colour="amber"]');
  expect(tag?.textContent).toBe('Instance:\u00A0Staging EU');
  expect(tag?.getAttribute('title')).toBe('Staging EU');
  expect(document.title).toBe('Bot users · Gatehouse · Staging EU');
});

it('says nothing where there is one instance only', async () => {
  await show(null);
  expect(host.querySelector('[data-colour]')).toBeNull();
  expect(document.title).toBe('Bot users · Gatehouse');
});

it('calls invented data so in plain text, without an announcement', async () => {
  await act(async () => createRoot(host).render(<DemonstrationTag />));
  expect(host.textContent).toBe('Demonstration data');
  expect(host.querySelector('[role], [aria-live], [title]')).toBeNull();
});
