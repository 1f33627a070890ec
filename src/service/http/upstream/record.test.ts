import { expect, it } from 'vitest';
import { changeIn } from '#service/http/upstream/record.ts';

const bot = { id: 'bot_1' };
const route = { id: 'r', edge_id: 'e' };
const wanted = { enabled: true, ip_policy_ids: ['ipp_1'] };

it.each([
  ['PATCH', bot, { active: false }, '', { new_name: null, new_active: false }],
  ['DELETE', bot, null, '"OK"', { operation: 'delete', resource_id: 'bot_1' }],
  ['PATCH', bot, { name: 'a' }, '{"name":"b"}', { new_name: 'b', new_active: null }],
  ['POST', {}, { name: 'a' }, '{"id":5,"active":1}', { resource_id: '', new_name: 'a' }],
  ['PUT', route, wanted, '{"enabled":1,"ip_policy_ids":5}', { new_active: true }],
  ['PUT', route, wanted, '{"enabled":true,"ip_policies":[]}', { new_policy_ids: [] }],
  ['PUT', route, wanted, '{"enabled":true,"ip_policies":null}', { new_policy_ids: ['ipp_1'] }],
  ['PUT', route, wanted, '{"ip_policies":["ipp_1"]}', { new_policy_ids: ['ipp_1'] }],
  ['PUT', route, { ip_policy_ids: ['ipp_1'] }, '', { new_active: true, new_policy_ids: ['ipp_1'] }],
])('%s of %j, sent %j, answered "%s", is kept', (method, params, body, answer, change) => {
  const request = { method, params, body: Buffer.from(JSON.stringify(body)) };
  expect(changeIn(request as never, answer)).toMatchObject(change);
});
