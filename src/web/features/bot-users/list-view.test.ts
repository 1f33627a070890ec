import { describe, expect, it } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import {
  isNewestFirst,
  listViewParams,
  nextSort,
  readListView,
  uniqueRows,
  viewRows,
  type ListView,
} from '#web/features/bot-users/list-view.ts';

const bot = (name: string, day: number, active = true): BotUser => ({
  id: `bot_${name}_${day}`,
  uri: '',
  name,
  active,
  created_at: `2026-01-0${day}T00:00:00Z`,
});
const rows = [bot('job-10', 3), bot('Job-9', 2, false), bot('alpha', 1)];
const view = (change: Partial<ListView>): ListView => ({
  q: '',
  status: 'all',
  sort: 'service',
  ...change,
});
const names = (change: Partial<ListView>, held?: string) =>
  viewRows(rows, view(change), held).map((row) => row.name);

describe('the address', () => {
  it('brings a choice back as it was', () => {
    const params = new URLSearchParams(listViewParams({ status: 'inactive', sort: '-created' }));
    expect(readListView(params)).toEqual(view({ status: 'inactive', sort: '-created' }));
  });

  it('holds no defaults', () => {
    expect(listViewParams({ status: 'all', sort: 'service' })).toEqual({ status: '', sort: '' });
  });

  it('is read as far as it can be', () => {
    expect(readListView(new URLSearchParams('status=new&sort=id&q=x&other=1'))).toEqual(
      view({ q: 'x' }),
    );
  });
});

describe('the rows', () => {
  it('match by a part of the name or of the id, in any case', () => {
    expect(names({ q: 'JOB' })).toEqual(['job-10', 'Job-9']);
    expect(names({ q: ' _alpha_1 ' })).toEqual(['alpha']);
  });

  it('match by status, but a held one stays', () => {
    expect(names({ status: 'active' })).toEqual(['job-10', 'alpha']);
    expect(names({ status: 'active' }, 'bot_Job-9_2')).toEqual(['job-10', 'Job-9', 'alpha']);
  });

  it('are sorted as people count', () => {
    expect(names({ sort: 'name' })).toEqual(['alpha', 'Job-9', 'job-10']);
    expect(names({ sort: '-name' })).toEqual(['job-10', 'Job-9', 'alpha']);
    expect(names({ sort: 'created' })).toEqual(['alpha', 'Job-9', 'job-10']);
    expect(names({ sort: '-created' })).toEqual(['job-10', 'Job-9', 'alpha']);
  });

  it('stand once, whatever the pages repeat', () => {
    const pages = [{ bot_users: rows.slice(0, 2) }, { bot_users: rows.slice(1) }];
    expect(uniqueRows(pages)).toEqual(rows);
  });

  it('are called newest first only when they are', () => {
    expect(isNewestFirst(rows)).toBe(true);
    expect(isNewestFirst(rows.toReversed())).toBe(false);
  });
});

it('cycles a header through ascending, descending and off', () => {
  expect(nextSort('service', 'name')).toBe('name');
  expect(nextSort('name', 'name')).toBe('-name');
  expect(nextSort('-name', 'name')).toBe('service');
  expect(nextSort('-name', 'created')).toBe('created');
});
