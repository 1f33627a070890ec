import * as fc from 'fast-check';

/** `{bot}` and the like stand for what is there; `requestBytes` fills them in. */
export const MODULE = '/api/edges/https/{edge}/routes/{route}/ip_restriction';

/** Alternatives that are written with blanks between them. */
const oneOf = (text: string, ...others: string[]) =>
  fc.constantFrom(...text.trim().split(/\s+/), ...others);

const pieces = oneOf(
  String.raw`
  / // /. /.. /./ /../ %2e %2e%2e %2E%2e/ ..;/ %252e%252e %2F %2f%2f %5c \ %00 % %z %zz %c0%ae
  %ed%a0%80 %ff %C3%A9 %F0%9F%98%80 ;x=1 # #x %23 %3f %0d%0aX: %20 + { } | ^ " <b> ' * : @ $1 %25 ~
  bot_ __proto__ constructor`,
  '\0',
  '\xe9',
  '\xff\xfe',
  ' ',
  '\t',
  "' OR 1=1 --",
  'x'.repeat(15_000),
  '%41'.repeat(5_000),
  '/'.repeat(8_000),
  '%2F..'.repeat(2_000),
);

const goodTargets = fc.constantFrom('/api/bot_users', '/api/bot_users/{bot}', MODULE);

const targets = fc.oneof(
  { weight: 12, arbitrary: goodTargets },
  {
    weight: 6,
    arbitrary: fc
      .tuple(goodTargets, pieces, fc.nat({ max: 60 }))
      .map(([target, piece, at]) => target.slice(0, at) + piece + target.slice(at)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(goodTargets, pieces)
      .map(([target, id]) => target.replace(/\{\w+\}/, () => id)),
  },
  {
    weight: 2,
    arbitrary: oneOf(
      String.raw`
      http://{host}/api/bot_users http://evil.example/api/bot_users {host} * api/bot_users
      //{host}/api/bot_users ?limit=1 /api /api/ /api?x /API / /index.html /../../etc/passwd
      /%2e%2e/%2e%2e/etc/passwd /% /assets/%ff /assets/../index.html /healthz /readyz?x=% /config.json
      /metrics file:///etc/passwd http://[::1 http:// javascript:1 /api/openapi.json?x=1`,
      '',
      '/\0',
    ),
  },
);

const parameters = fc.oneof(
  oneOf(
    String.raw`
    limit=1 limit=2 limit=100 limit=abc limit=0 limit=101 limit=1e3 limit=+1 limit=-1 limit= limit
    limit=1.0 limit=0x1 limit=%31 limit=9007199254740993 limit[]=1 limit=1;limit=2 LIMIT=1
    before_id={bot} before_id= before_id=bot_ before_id=edghts_1 before_id=%00 before_id=bot_~
    before_id=%ff before_id=%ed%a0%80 % %zz=% = __proto__=1 constructor=1 __proto__[x]=1
    operation_id=mine toString= ? # %0d%0aX=1`,
    "before_id=' OR 1=1",
    '\xe9',
    `limit=${'9'.repeat(9_000)}`,
    `before_id=bot_${'z'.repeat(27)}`,
    `before_id=bot_${'0'.repeat(27)}`,
    `${'k'.repeat(9_000)}=1`,
    '&'.repeat(1_000),
    'a=1&'.repeat(1_500),
    Array.from({ length: 2_500 }, (_, index) => index.toString(36)).join('&'),
  ),
  fc.string({
    unit: fc.constantFrom('l', 'i', 'm', 't', '=', '&', '%', '+', ';', '1', '[', ']', '\xff'),
    maxLength: 8,
  }),
);

/** With parameters of any kind. */
export const withParameters = (path: string) =>
  fc.array(parameters, { minLength: 1, maxLength: 4 }).map((all) => `${path}?${all.join('&')}`);

const queries = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 3, arbitrary: withParameters('') },
);

export const hostileTargets = fc.tuple(targets, queries).map(([path, search]) => path + search);
