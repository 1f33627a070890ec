import { describe, expect, it } from 'vitest';
import { firstMismatch } from './lock.mjs';

const linux = { os: 'linux', cpu: 'x64', libc: 'glibc' };
const wanted = {
  '': {},
  'node_modules/zod': { version: '4.6.7', integrity: 'sha512-zod' },
  'node_modules/tool': { version: '1.0.0', integrity: 'sha512-tool' },
  'node_modules/tool-linux': {
    version: '1.0.0',
    integrity: 'sha512-linux',
    optional: true,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['glibc'],
  },
  'node_modules/tool-musl': {
    version: '1.0.0',
    optional: true,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
  },
  'node_modules/tool-mac': { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
  'node_modules/tool-wasm': { version: '1.0.0', optional: true, cpu: ['wasm32'] },
  'node_modules/wasm-helper': { version: '1.0.0', optional: true },
};
const have = {
  'node_modules/zod': wanted['node_modules/zod'],
  'node_modules/tool': wanted['node_modules/tool'],
  'node_modules/tool-linux': wanted['node_modules/tool-linux'],
};

describe('firstMismatch', () => {
  it('accepts an install that leaves out what is for other platforms', () => {
    expect(firstMismatch(wanted, have, linux)).toBeUndefined();
  });

  it('names a package that is not there', () => {
    const { 'node_modules/zod': _, ...rest } = have;
    expect(firstMismatch(wanted, rest, linux)).toBe('node_modules/zod');
  });

  it('names a package of another version, or of the same version with another content', () => {
    for (const change of [{ version: '4.6.6' }, { integrity: 'sha512-other' }]) {
      const zod = { ...have['node_modules/zod'], ...change };
      expect(firstMismatch(wanted, { ...have, 'node_modules/zod': zod }, linux)).toBe(
        'node_modules/zod',
      );
    }
  });

  it('names a package that the lock file no longer lists', () => {
    expect(firstMismatch(wanted, { ...have, 'node_modules/old': {} }, linux)).toBe(
      'node_modules/old',
    );
  });

  it('names the platform package when the install was made on another machine', () => {
    expect(firstMismatch(wanted, have, { os: 'darwin', cpu: 'arm64', libc: '' })).toBe(
      'node_modules/tool-mac',
    );
    expect(firstMismatch(wanted, have, { ...linux, libc: 'musl' })).toBe('node_modules/tool-musl');
  });

  it('reads a platform list that names what is left out', () => {
    const entry = { optional: true, os: ['!win32'] };
    expect(firstMismatch({ a: entry }, {}, linux)).toBe('a');
    expect(firstMismatch({ a: entry }, {}, { ...linux, os: 'win32' })).toBeUndefined();
  });
});
