import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import '#web/test/render.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';

it.each([
  ['just before now', '2026-11-21T11:59:50Z', 'just now'],
  ['a little ahead', '2026-11-21T12:00:30Z', 'just now'],
  ['ahead, since the clock here is slow', '2026-11-21T12:05:00Z', '21 Nov 2026, 17:50 GMT+5:45'],
  ['none', 'soon', 'soon'],
])('a time that is %s', (_, text, expected) => {
  vi.stubEnv('TZ', 'Asia/Kathmandu');
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T12:00:00Z'));
  expect(render(<RelativeTime text={text} />).container.textContent).toBe(expected);
});
