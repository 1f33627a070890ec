import { expect, it } from 'vitest';
import { rewriteAddresses } from '#service/http/upstream/addresses.ts';

const BASE = 'https://gate.example/api';

it.each([
  ['/bot_users', `${BASE}/bot_users`],
  [String.raw`https:\/\/api.example\/ip_policies\/ipp_1`, `${BASE}/ip_policies/ipp_1`],
  ['https://api.example/edges/https/e/routes/r', `${BASE}/edges/https/e/routes/r`],
  ['https://api.example/other/1', 'https://api.example/other/1'],
  ['https://api.example/bot_users_of/1', 'https://api.example/bot_users_of/1'],
  ['', ''],
])('turns the address %s into %s', (from, to) => {
  for (const name of ['uri', 'next_page_uri'])
    expect(rewriteAddresses(`{"a": [{"${name}" : "${from}"}]}`, BASE)).toBe(
      `{"a": [{"${name}" : "${to}"}]}`,
    );
});

it('changes nothing else', () => {
  const text = JSON.stringify({
    name: 'https://api.example/bot_users/bot_1',
    description: '"uri":"https://api.example/bot_users/bot_1"',
    big: 12345678901234567890n.toString(),
    next_page_uri: null,
    uris: ['https://api.example/bot_users'],
  });
  expect(rewriteAddresses(text, BASE)).toBe(text);
  expect(rewriteAddresses('{"id":12345678901234567890,"uri":3', BASE)).toBe(
    '{"id":12345678901234567890,"uri":3',
  );
});

it('is done with an address of a hostile service in no time', () => {
  const text = JSON.stringify({ uri: 1 }).replace('1', `"${'/edges/'.repeat(30_000)}\n"`);
  const start = performance.now();
  rewriteAddresses(text, BASE);
  expect(performance.now() - start).toBeLessThan(1000);
});
