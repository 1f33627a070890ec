import { join } from 'node:path';
import { root } from './root.mjs';

/** Windows starts `.cmd` files, such as npm and what lies in `.bin`, only through a shell. */
export const shell = process.platform === 'win32';

/** @param {string} name command of an installed package */
export const tool = (name) => join(root, 'node_modules', '.bin', name);
