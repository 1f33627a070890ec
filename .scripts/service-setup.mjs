// vitest: the service as the build makes it, once for all tests that run it as a process of its own.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './root.mjs';

/** @param {import('vitest/node').TestProject} project */
export async function setup(project) {
  // Inside the project, so that it finds its packages; `dist` belongs to the person at the keyboard.
  const outDir = join(
    root,
    '.cache',
    'service-under-test',
    `${project.name}-${process.pid}`,
    'service',
  );
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'src/service/main.ts', outDir, emptyOutDir: true, copyPublicDir: false },
  });
  project.provide('serviceProgram', join(outDir, 'main.js'));
  return () => rmSync(join(outDir, '..'), { recursive: true, force: true });
}
