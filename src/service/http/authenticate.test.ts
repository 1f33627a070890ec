import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { boundBodies } from '#service/http/authenticate.ts';

it('keeps no place for a body whose client has left before it was counted', () => {
  const boundBody = boundBodies();
  const begin = (closed: boolean) => {
    const request = {
      headers: { 'content-length': '1' },
      raw: new EventEmitter(),
      caller: { id: 'a' },
    };
    const reply = { raw: Object.assign(new EventEmitter(), { closed }) };
    boundBody(request as unknown as FastifyRequest, reply as unknown as FastifyReply);
  };
  for (let begun = 0; begun < 200; begun += 1) begin(true);
  for (let begun = 0; begun < 100; begun += 1) begin(false);
  expect(() => begin(false)).toThrow(/At most 100 bodies/);
});
