import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { botUserEndpoints } from '#contract/bot-user.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { historyEndpoint } from '#contract/history.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { ERRORS, type ErrorCode } from '#service/domain/errors.ts';
import {
  createCheck,
  operationsOf,
  parseDocument,
} from '#service/http/openapi/checks.test.helper.ts';
import { openApiText } from '#service/http/openapi/openapi.ts';

const document = parseDocument();
const operations = operationsOf(document);

/** The inventory stands beside the API. */
const endpoints: Endpoint[] = [
  ...Object.values(botUserEndpoints),
  ...Object.values(ipRestrictionEndpoints),
  historyEndpoint,
];

it('is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  const result = await validator.validate(JSON.parse(JSON.stringify(document)));
  expect(result.errors ?? []).toEqual([]);
  expect(JSON.stringify(document)).not.toMatch(/<\w/); // descriptions are Markdown, where that is a tag that is not shown
  expect([result.valid, validator.version]).toEqual([true, '3.1']);
});

it('has every endpoint of the contract once, and nothing else', () => {
  const expected = endpoints.map(({ method, path, status }) => `${method} ${path} ${status}`);
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => {
      const success = Object.keys(responses).filter((status) => status.startsWith('2'));
      return `${method.toUpperCase()} ${path} ${success.join()}`;
    }),
  );
  expect(found.toSorted()).toEqual(expected.toSorted());
});

it('says where the service is and how its version header is called there', () => {
  const options = { publicUrl: 'http://127.0.0.1:4300', versionHeader: 'X-V', version: '7' };
  const text = openApiText(options);
  expect(JSON.parse(text)).toMatchObject({
    info: { version: '7' },
    servers: [{ url: 'http://127.0.0.1:4300/api' }],
  });
  expect(text).toContain('"enum":["7"]');
  expect(text).not.toContain('Service-Version');
});

it('asks for a key and the version', () => {
  for (const { security, parameters } of operations) {
    expect(security).toEqual([{ apiKey: [] }]);
    expect(parameters[0]).toMatchObject({ name: 'Service-Version', in: 'header', required: true });
  }
});

it('names each error but those of an upstream, at no operation twice', () => {
  const named = operations.map(({ responses: { default: refusal } }) => {
    const schema = refusal?.content?.['application/json']?.schema;
    const codes = schema?.allOf?.[1]?.properties?.error_code?.enum ?? [];
    expect(codes).toHaveLength(new Set(codes).size);
    return codes;
  });
  const own = Object.keys(ERRORS).filter((code) => !code.startsWith('UPSTREAM_'));
  expect([...new Set(named.flat())].toSorted()).toEqual(own.toSorted());
  const count = (code: ErrorCode) => named.filter((codes) => codes.includes(code)).length;
  expect([count('NAME_TAKEN'), count('NOT_AUTHENTICATED')]).toEqual([2, operations.length]);
});

it('names the conditions that an operation takes, and the status of one that is met by a read', () => {
  const found = operations.flatMap(({ operationId, parameters, responses }) => {
    const names = parameters.map(({ name }) => name).filter((name) => name.startsWith('If-'));
    return names.length === 0
      ? []
      : [[operationId, ...names, ...('304' in responses ? [304] : [])]];
  });
  expect(found).toEqual([
    ['replaceIpRestriction', 'If-Match', 'If-None-Match'],
    ['getIpRestriction', 'If-None-Match', 304],
    ['deleteIpRestriction', 'If-Match', 'If-None-Match'],
  ]);
});

it('says of a name what the service says of it', () => {
  const check = createCheck(document);
  const fits = (name: string) =>
    check({ $ref: '#/components/schemas/BotUserCreate' }, { name }).length === 0;
  const good = ['x', 'a b\u00a0c', '🤖'.repeat(255)];
  const bad = ['🤖'.repeat(256), '', ' \t ', 'a\nb', 'a\u0085b', 'a\u2028b'];
  expect([...good, ...bad].filter(fits)).toEqual(good);
});
