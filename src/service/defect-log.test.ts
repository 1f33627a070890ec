import { expect, it } from 'vitest';
import { createDefectLog } from '#service/defect-log.ts';
import { storageUnavailable } from '#service/domain/errors.ts';

function setUp() {
  const lines: unknown[] = [];
  const clock = { ms: 0 };
  const error = (...line: unknown[]) => lines.push(line);
  return { lines, clock, defect: createDefectLog({ error }, () => clock.ms) };
}

it('tells an outage in one line a minute, without a stack', () => {
  const { lines, clock, defect } = setUp();
  const away = storageUnavailable(new Error('connect ECONNREFUSED'));
  for (let i = 0; i < 171; i += 1) defect(away, `op_${i}`, 'GET /bot_users');
  const operation = 'GET /bot_users';
  const line = { code: 'STORAGE_UNAVAILABLE', reason: 'connect ECONNREFUSED', operation };
  expect(lines).toEqual([[{ ...line, operation_id: 'op_0' }, away.message]]);
  clock.ms = 60_000;
  defect(away, 'op_171', 'GET /bot_users');
  expect(lines.slice(1)).toEqual([[{ ...line, operation_id: 'op_171' }, away.message]]);
});

it('tells every defect, with its stack', () => {
  const { lines, defect } = setUp();
  const error = new TypeError('x is undefined');
  const operation = 'GET /bot_users';
  for (const id of ['op_1', 'op_2']) defect(error, id, operation);
  const line = (operation_id: string) => [{ err: error, operation_id, operation }, 'defect'];
  expect(lines).toEqual([line('op_1'), line('op_2')]);
});
