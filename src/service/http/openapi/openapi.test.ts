import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  checkExamples,
  createCheck,
  operationsOf,
  parseDocument,
  PUBLIC_URL,
  resolve,
  type MediaType,
  type Operation,
} from '#service/http/openapi/checks.test.helper.ts';
import { openApiText } from '#service/http/openapi/openapi.ts';

const document = parseDocument();
const operations = operationsOf(document);

/** Every table of the API's endpoints, so that a new one cannot be forgotten. The inventory stands beside the API. */
const tables = Object.values(
  import.meta.glob<Record<string, unknown>>(
    ['../../../contract/*.ts', '!**/inventory.ts', '!**/*.test.ts'],
    {
      eager: true,
    },
  ),
)
  .flatMap((module) => Object.entries(module))
  .filter(([name]) => name.endsWith('Endpoints'))
  .map(([, table]) => table as Record<string, Endpoint>); // by the convention of their names

it('is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  const result = await validator.validate(JSON.parse(JSON.stringify(document)));
  expect(result.errors ?? []).toEqual([]);
  expect([result.valid, validator.version]).toEqual([true, '3.1']);
});

it('has every endpoint of the contract once, and nothing else', () => {
  const expected = tables.flatMap((table) =>
    Object.values(table).map(({ method, path, status }) => `${method} ${path} ${status}`),
  );
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => {
      const success = Object.keys(responses).filter((status) => status.startsWith('2'));
      return `${method.toUpperCase()} ${path} ${success.join()}`;
    }),
  );
  expect(expected).toHaveLength(8);
  expect(found.toSorted()).toEqual(expected.toSorted());
});

it('names the operations', () => {
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual([
    'createBotUser',
    'deleteBotUser',
    'deleteIpRestriction',
    'getBotUser',
    'getIpRestriction',
    'listBotUsers',
    'replaceIpRestriction',
    'updateBotUser',
  ]);
});

it('says where the service is and how its version header is called there', () => {
  const options = { publicUrl: 'http://127.0.0.1:4300', versionHeader: 'X-V', version: '7' };
  const text = openApiText(options);
  expect(JSON.parse(text)).toMatchObject({
    info: { version: '7' },
    servers: [{ url: 'http://127.0.0.1:4300/api' }],
    components: { parameters: { Version: { name: 'X-V', schema: { enum: ['7'] } } } },
  });
  expect(text).toContain('"Send the header X-V: 7"');
  expect(text).not.toContain('Service-Version');
  expect(document.servers[0]?.url).toBe(`${PUBLIC_URL}/api`);
});

describe.each(operations.map((each) => [each.operationId, each] as const))('%s', (_, operation) => {
  const responses = Object.values(operation.responses).map((each) => resolve(document, each));

  it('asks for a key and the version', () => {
    expect(operation.security).toEqual([{ apiKey: [] }]);
    const [version] = operation.parameters.map((each) => resolve(document, each));
    expect(version).toMatchObject({ name: 'Service-Version', in: 'header', required: true });
  });

  it('gives examples of every body, and each fits its schema', () => {
    const media = [operation.requestBody, ...responses].flatMap((each) =>
      Object.values(each?.content ?? {}),
    );
    const checked = media.map((each) => checkExamples(document, each));
    expect(checked.filter(({ values }) => values.length === 0)).toEqual([]);
    expect(checked.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it('gives examples of its parameters and headers that fit', () => {
    const parameters = operation.parameters.map((each) => resolve(document, each));
    const headers = responses.flatMap((each) =>
      Object.values(each.headers).map((header) => resolve(document, header)),
    );
    const check = createCheck(document);
    const examples = [...parameters, ...headers].filter(({ example }) => example !== undefined);
    expect(examples.flatMap(({ schema, example }) => check(schema, example))).toEqual([]);
  });

  it('gives one example for each of its error codes', () => {
    for (const [status, media] of errorsOf(operation)) {
      const codes = media.schema.allOf?.[1]?.properties?.error_code?.enum ?? [];
      const named = codes.map((error_code) => ({ error_code, status_code: Number(status) }));
      expect(checkExamples(document, media).values).toMatchObject(named);
    }
  });
});

it('names the conditions that an operation takes, and the tag where an answer has one', () => {
  const rows = operations.map(({ operationId, parameters, responses }) => {
    const names = parameters.map((each) => resolve(document, each).name);
    const tagged = Object.entries(responses).filter(
      ([, each]) => 'ETag' in resolve(document, each).headers,
    );
    const conditions = names.filter((name) => name.startsWith('If-'));
    return [operationId, conditions.join(), tagged.map(([status]) => status).join()];
  });
  expect(rows.filter(([, ...facts]) => facts.some((fact) => fact !== ''))).toEqual([
    ['replaceIpRestriction', 'If-Match,If-None-Match', '200'],
    ['getIpRestriction', 'If-None-Match', '200,304'],
    ['deleteIpRestriction', 'If-Match,If-None-Match', ''],
  ]);
});

it('gives examples that fit of what no operation answers', () => {
  const media = Object.values(document.components.responses).flatMap(({ content = {} }) =>
    Object.values(content),
  );
  expect(media.flatMap((each) => checkExamples(document, each).problems)).toEqual([]);
});

it('defines nothing that it never refers to', () => {
  const { securitySchemes: _, ...components } = document.components;
  const defined = Object.entries(components).flatMap(([kind, named]) =>
    Object.keys(named).map((name) => `#/components/${kind}/${name}`),
  );
  const text = JSON.stringify(document);
  expect(defined.filter((reference) => !text.includes(`"${reference}"`))).toEqual([
    '#/components/responses/MethodNotAllowed', // no operation gives these two
    '#/components/responses/EndpointNotFound',
  ]);
});

function errorsOf({ responses }: Operation): [string, MediaType][] {
  return Object.entries(responses).flatMap(([status, each]) => {
    const media = resolve(document, each).content?.['application/json'];
    return media && Number(status) >= 400 ? [[status, media] as [string, MediaType]] : [];
  });
}
