import { expect, it } from 'vitest';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { createEndpointTable, decodeSegments } from '#service/http/endpoints.ts';
import { refuseUnclearAddress, refuseUnclearParameter } from '#service/http/upstream/address.ts';

const refused = { status: 400, code: 'INVALID_PATH' };
const split = (address: string) => address.split(/(?=\?)/, 2);

it.each(['/a/..', '/../a', '/a/%2E./b', '/.', '/%2e', '/..;a/b', '/a/.%3Ba', '/%', '/%4', '/%ff'])(
  'calls the path %s broken',
  (path) => {
    expect(() => decodeSegments(path)).toThrow(expect.objectContaining(refused));
  },
);

it.each(['', '/', '/a..b/...', '/..a/.b', '/%C3%A9', '/a;..', '/a?/../%zz'])(
  'takes the address %s',
  (address) => {
    const [path = '', search = ''] = split(address);
    expect(() => decodeSegments(path)).not.toThrow();
    expect(() => refuseUnclearAddress(path, search)).not.toThrow();
  },
);

it.each(['/é', '/a?é', '/a b', '/a?b c', '/\t', '/a?\n', '/\x7f', '/#', '/a?#', '/[', '/{', '/\\'])(
  'calls the address %j unclear',
  (address) => {
    const [path = '', search = ''] = split(address);
    expect(() => decodeSegments(path)).not.toThrow();
    expect(() => refuseUnclearAddress(path, search)).toThrow(expect.objectContaining(refused));
  },
);

it.each(['', ';', '%3Ba', '%2f', 'a%5C', '%25', '%00', 'a%0A', '%7f', '%C2%9F'])(
  'calls the parameter %j unclear',
  (segment) => {
    expect(() => refuseUnclearParameter(decodeURIComponent(segment))).toThrow(
      expect.objectContaining(refused),
    );
  },
);

it.each(['a', 'bot_2abc', 'a%20b', '%C3%A9', 'a;b', '%3F%23'])(
  'takes the parameter %s',
  (segment) => {
    expect(() => refuseUnclearParameter(decodeURIComponent(segment))).not.toThrow();
  },
);

it('decodes the parameters of a path once', () => {
  const rows = Object.values(botUserEndpoints).map((endpoint) => ({ endpoint }));
  const { row, params } = createEndpointTable(rows)('HEAD', '/bot_users/a%2520b');
  expect([row.endpoint, params]).toEqual([botUserEndpoints.get, { id: 'a%20b' }]);
});
