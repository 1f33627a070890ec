import { expect, it } from 'vitest';
import { isUnavailable } from '#service/storage/postgres/sql-states.ts';

it('takes a certificate that is not trusted for a database that is away', () => {
  const codes = ['CERT_HAS_EXPIRED', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', '42501'];
  const errors = codes.map((code) => Object.assign(new Error('refused'), { code }));
  expect(errors.map(isUnavailable)).toEqual([true, true, false]);
});
