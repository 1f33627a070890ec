import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { boundBodies, personOf } from '#service/http/authenticate.ts';
import { readSettings } from '#service/settings.ts';

it('has places for 100 bodies of a key and 300 of all, and none for a client that has left', () => {
  const boundBody = boundBodies();
  const ended: string[] = [];
  const begin = (id: string, many: number, closed = false) => {
    for (let begun = 0; begun < many; begun += 1) {
      const raw = Object.assign(new EventEmitter(), {
        destroy: () => ended.push(`${id} ${begun}`),
      });
      const request = { headers: { 'content-length': '1' }, raw, caller: { id } };
      const reply = { raw: Object.assign(new EventEmitter(), { closed }) };
      boundBody(request as unknown as FastifyRequest, reply as unknown as FastifyReply);
    }
  };
  begin('a', 200, true);
  for (const id of ['a', 'b', 'c']) begin(id, 100);
  expect(() => begin('c', 1)).toThrow(/At most 100 bodies/);
  begin('d', 2);
  expect(ended).toEqual(['a 0', 'a 1']);
});

const { trustedProxy } = readSettings({
  USER_HEADER: 'X-User',
  TRUSTED_PROXY: '10.0.0.0/8, 127.0.0.1, fe80::/10',
});

it.each([
  ['10.1.2.3', ['Zo\xc3\xab'], 'Zoë'],
  ['fe80::1', [' ops '], 'ops'],
  ['::1', ['ops'], null],
  ['127.0.0.1', ['Z\xc2\x85'], null],
  ['127.0.0.1', [' '], null],
  ['127.0.0.1', ['sent by the client', 'added by the proxy'], null],
])('lets %s name the person by %j: %s', (remoteAddress, names, person) => {
  const raw = { socket: { remoteAddress }, headersDistinct: { 'x-user': names } };
  expect(personOf('X-User', trustedProxy)({ raw } as never)).toBe(person);
});
