import { expect, it } from 'vitest';
import { readPolicies, readRoutes } from '#service/domain/route-file.ts';

it.each(['a\0b', 'two\nlines', '\u0085', 'half \ud83d'])(
  'refuses %j as a label or a description, and says of which entry',
  (text) => {
    const route = { label: text, edge_id: 'edghts_1', id: 'edghtsrt_1' };
    expect(() => readRoutes(JSON.stringify([route]))).toThrow(
      /^The label of the route edghtsrt_1 holds a line break or another control character\.$/,
    );
    const policy = { id: 'ipp_1', description: text };
    expect(() => readPolicies(JSON.stringify([policy]))).toThrow(
      /^The description of the IP policy ipp_1 holds /,
    );
  },
);

it('takes every other character', () => {
  const label = 'Café 😀 \u2028';
  expect(readPolicies(JSON.stringify([{ id: 'ipp_1', description: label }]))).toEqual([
    { id: 'ipp_1', description: label },
  ]);
});
