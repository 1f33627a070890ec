import { expect, it } from 'vitest';
import { readSettings } from '#service/settings.ts';

it('tests the files that ship', () => {
  const refuse = () => readSettings({ PORT: 'none' });
  expect(refuse).toThrow(
    expect.objectContaining({ stack: expect.stringMatching(/\/dist\/service\/assets\/settings-/) }),
  );
});
