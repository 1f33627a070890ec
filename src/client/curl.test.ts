import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlOfParts } from '#client/curl.ts';
import { requestParts } from '#client/request.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';

const toCurl = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
  curlOfParts(requestParts(endpoint, input));

it('writes one flag a line and never a key', () => {
  const body = { name: 'deploy', active: false };
  expect(toCurl(botUserEndpoints.update, { params: { id: 'bot_1' }, body })).toBe(
    [
      'curl -X PATCH "$BASE_URL/bot_users/bot_1"',
      '-H "Authorization: Bearer $API_KEY"',
      "-H 'Accept: application/json'",
      "-H 'Service-Version: 2'",
      "-H 'Content-Type: application/json'",
      `-d '{"name":"deploy","active":false}'`,
    ].join(' \\\n  '),
  );
});

it('shows the condition of a write as it would be sent', () => {
  const params = { edge_id: 'e', id: 'r' };
  const remove = ipRestrictionEndpoints.remove;
  expect(toCurl(remove, { params, ifMatch: `"a'b"` })).toContain(`-H 'If-Match: "a'\\''b"'`);
  expect(toCurl(remove, { params, ifNoneMatch: '*' })).toContain("-H 'If-None-Match: *'");
  expect(() => toCurl(remove, { params, ifMatch: 'W/"a"' })).toThrow(TypeError);
});

it('escapes what a terminal acts on or nobody sees, and leaves letters of any script', () => {
  const name = 'ü漢🚪 \u007f\u009b\u00a0\u00ad\u200d\u202e\u2028\u3164\ud83d\u{e0041}';
  const command = toCurl(botUserEndpoints.create, { body: { name } });
  const escapes = String.raw`\u007f\u009b\u00a0\u00ad\u200d\u202e\u2028\u3164\ud83d\udb40\udc41`;
  expect(command).toContain(`-d '{"name":"ü漢🚪 ${escapes}"}'`);
});

it('reaches a real shell as it was meant, whatever a name or an id holds', () => {
  const name = `it's "$HOME" \`id\` $(id) \\ \n 🚪`;
  const command = toCurl(botUserEndpoints.update, {
    params: { id: `a'b"$(id)!/` },
    body: { name },
  });
  const script = command.replace('curl', `printf '%s\\0'`);
  const env = { BASE_URL: 'https://api.test', API_KEY: 'k', PATH: process.env.PATH };
  const words = execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0');

  expect(words).toContain("https://api.test/bot_users/a'b%22%24(id)%21%2F");
  expect(words).toContain('Authorization: Bearer k');
  expect(words).toContain(JSON.stringify({ name }));
});
