import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ariaSort,
  clearedFilter,
  dateProblem,
  hasFilter,
  listViewParams,
  nextSort,
  readListView,
  type ListView,
} from '#web/features/bot-users/view/list-view.ts';

const plain = readListView(new URLSearchParams());
const read = (search: string) => readListView(new URLSearchParams(search));
/** As the page does it: an empty text takes a field out. */
const written = (view: Partial<ListView>) =>
  new URLSearchParams(Object.entries(listViewParams(view)).filter(([, value]) => value !== ''));

const day = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const views = fc.record<ListView>({
  q: fc.string(),
  status: fc.constantFrom('all', 'active', 'inactive'),
  from: fc.oneof(fc.constant(''), day),
  to: fc.oneof(fc.constant(''), day),
  // No group's name is a lone separator.
  group: fc.option(fc.string().filter((group) => group !== '-')),
  duplicates: fc.boolean(),
  sort: fc.constantFrom('name', '-name', 'created', '-created', 'service'),
  by: fc.constantFrom('rows', 'groups'),
});

describe('the address', () => {
  it('brings any view back as it was', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(readListView(written(view))).toEqual(view);
      }),
    );
  });

  it('is read whatever it holds', () => {
    const name = fc.constantFrom('q', 'status', 'from', 'to', 'group', 'duplicates', 'sort', 'by');
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string())), (pairs) => {
        const view = readListView(new URLSearchParams(pairs));
        expect(readListView(written(view))).toEqual(view);
      }),
    );
  });

  it('holds no defaults', () => {
    expect(written(plain).toString()).toBe('');
    expect(listViewParams({ status: 'all', sort: 'service' })).toEqual({ status: '', sort: '' });
  });

  it('names each field', () => {
    expect(
      written({
        q: 'ci',
        status: 'active',
        from: '2026-01-02',
        to: '2026-01-03',
        group: 'ci-deployer',
        duplicates: true,
        sort: '-name',
        by: 'groups',
      }).toString(),
    ).toBe(
      'q=ci&status=active&from=2026-01-02&to=2026-01-03&group=ci-deployer&duplicates=1&sort=-name&by=groups',
    );
  });

  it.each([
    'status=new&sort=id&by=cards&other=1',
    'from=2026-02-30&to=yesterday',
    'group=&duplicates=yes',
  ])('means the defaults where %s cannot be read', (search) => {
    expect(read(search)).toEqual(plain);
  });

  it('tells names without a prefix from any name', () => {
    expect(read('group=-').group).toBe('');
    expect(read('').group).toBeNull();
  });
});

describe('a filter', () => {
  it.each([
    'q=a',
    'status=active',
    'from=2026-01-01',
    'to=2026-01-01',
    'group=-',
    'group=ci',
    'duplicates=1',
  ])('is %s, until it is cleared', (search) => {
    expect(hasFilter(read(search))).toBe(true);
    const params = new URLSearchParams(search);
    for (const [name, value] of Object.entries(clearedFilter())) {
      expect(value).toBe('');
      params.delete(name);
    }
    expect(readListView(params)).toEqual(plain);
  });

  it.each(['', 'q=%20', 'sort=name&by=groups'])('is not "%s"', (search) => {
    expect(hasFilter(read(search))).toBe(false);
  });

  it('says when its days are the wrong way round, and keeps them', () => {
    const view = read('from=2026-02-01&to=2026-01-31');
    expect(view).toMatchObject({ from: '2026-02-01', to: '2026-01-31' });
    expect(dateProblem(view)).toBe('The first day is after the last day.');
    expect(dateProblem(read('from=2026-01-31&to=2026-01-31'))).toBeUndefined();
    expect(dateProblem(read('from=2026-02-01'))).toBeUndefined();
    expect(dateProblem(read('to=2026-02-01'))).toBeUndefined();
  });
});

it('cycles a header through ascending, descending and off', () => {
  expect(nextSort('service', 'name')).toBe('name');
  expect(nextSort('name', 'name')).toBe('-name');
  expect(nextSort('-name', 'name')).toBe('service');
  expect(nextSort('-name', 'created')).toBe('created');
});

it('names the direction at the sorted header only', () => {
  expect(ariaSort('name', 'name')).toBe('ascending');
  expect(ariaSort('-name', 'name')).toBe('descending');
  expect(ariaSort('-name', 'created')).toBeUndefined();
});
