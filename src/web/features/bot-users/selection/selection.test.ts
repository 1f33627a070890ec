// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { session } from '#web/session/session.ts';

it('does not outlive its session', () => {
  selection.set(['a'], true);
  session.end('signed-out');
  expect(selection.ids().size).toBe(0);
});
