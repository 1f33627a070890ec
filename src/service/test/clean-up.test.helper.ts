import { afterAll, afterEach } from 'vitest';
import { removeDatabases } from '#service/test/postgres.test.helper.ts';
import { endAll } from '#service/test/program.test.helper.ts';
import { removeDirectories } from '#service/test/running-service.test.helper.ts';
import { stopAll } from '#service/test/upstream.test.helper.ts';

// Vitest runs this before each file. What is registered first runs last: the file's own has then stopped what used them.
afterEach(stopAll);
afterAll(async () => {
  endAll();
  removeDirectories();
  await removeDatabases();
});
