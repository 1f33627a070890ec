import { expect, it } from 'vitest';
import { readShared } from '#service/domain/route-file.ts';

it('reads names of policies, of any characters but controls, beside the routes', () => {
  const routes = [{ label: 'shop', edge_id: 'edghts_1', id: 'edghtsrt_1' }];
  const ip_policies = [
    { id: 'ipp_1', name: ' Office ', note: 'until May' },
    { id: 'ipp_2', description: 'Café 😀 \u2028' },
  ];
  const named = [
    { id: 'ipp_1', name: 'Office', note: 'until May' },
    { id: 'ipp_2', name: 'Café 😀 \u2028', note: '' },
  ];
  const text = JSON.stringify({ service_host: 'a.test', routes, ip_policies });
  expect(readShared(text, 'routes')).toEqual({ routes, ip_policies: named });
  const alone = JSON.stringify(ip_policies);
  expect(readShared(alone, 'ip_policies')).toEqual({ routes: [], ip_policies: named });
  for (const file of [routes, { routes }])
    expect(readShared(JSON.stringify(file), 'routes')).toEqual({ routes, ip_policies: [] });
});

it.each([
  [{}, /^The file holds no list: /],
  [[{ label: 'x', id: 'r' }], /^Entry 1 of routes is not usable: edge_id is missing/],
  [[{ label: 'x', edge_id: '..', id: 'r' }], /^Entry 1 of routes .*: edge_id cannot be an id: /],
  [
    [{ label: '\u0085', edge_id: 'e', id: 'r' }],
    /^Entry 1 of routes .*: label holds a line break or another control character\.$/,
  ],
])('says what is wrong with the routes %j', (content, message) => {
  expect(() => readShared(JSON.stringify(content), 'routes')).toThrow(message);
});

it.each([
  [[{ id: 'a' }, { id: 'a', description: 'b' }], /^Entry 2 of ip_policies .*: a is there twice/],
  [[{ id: 'ipp_1', name: 'two\nlines' }], /^Entry 1 of ip_policies .*: name holds a line break/],
  [[{ id: 'a', description: 'half \ud83d' }], /^Entry 1 of ip_policies .*: description holds a /],
  [[{ id: 'ipp_1', note: 'two\nlines' }], /^Entry 1 of ip_policies .*: note holds a line break/],
  [[{ id: 'edghtsrt_1', edge_id: 'e' }], /^Entry 1 of ip_policies .*: edge_id is of a route/],
])('says what is wrong with the policies %j', (ip_policies, message) => {
  const file = JSON.stringify({ routes: [], ip_policies });
  expect(() => readShared(file, 'routes')).toThrow(message);
});
