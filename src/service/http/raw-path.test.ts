import { expect, it } from 'vitest';
import {
  pathOf,
  refuseBrokenPath,
  refuseUnclearAddress,
  refuseUnclearParameter,
} from '#service/http/raw-path.ts';

const refused = { status: 400, code: 'INVALID_PATH' };

it.each(['/a/..', '/../a', '/a/%2E./b', '/.', '/%2e', '/..;a/b', '/a/.%3Ba', '/%', '/%4', '/%ff'])(
  'calls the path %s broken',
  (path) => {
    expect(() => refuseBrokenPath(path)).toThrow(expect.objectContaining(refused));
    expect(() => refuseUnclearAddress(path)).toThrow(expect.objectContaining(refused));
  },
);

it.each(['', '/', '/a..b/...', '/..a/.b', '/%C3%A9', '/a;..', '/a?/../%zz'])(
  'takes the address %s',
  (address) => {
    expect(() => refuseBrokenPath(address)).not.toThrow();
    expect(() => refuseUnclearAddress(address)).not.toThrow();
  },
);

it.each(['/é', '/a?é', '/a b', '/a?b c', '/\t', '/a?\n', '/\x7f', '/#', '/a?#', '/[', '/{', '/\\'])(
  'calls the address %j unclear',
  (address) => {
    expect(() => refuseBrokenPath(address)).not.toThrow();
    expect(() => refuseUnclearAddress(address)).toThrow(expect.objectContaining(refused));
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

it('ends the path at the first question mark', () => {
  expect(['/a', '/a?b?c', '?', ''].map(pathOf)).toEqual(['/a', '/a', '', '']);
});
