import { fileURLToPath } from 'node:url';

/** The repository's top folder, with a separator at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Whether the module was started as a program, not imported.
 *
 * @param {string} moduleUrl its `import.meta.url`
 */
export const isProgram = (moduleUrl) => process.argv[1] === fileURLToPath(moduleUrl);
