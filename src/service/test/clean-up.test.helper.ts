import { afterAll } from 'vitest';
import { removeDatabases } from '#service/test/postgres.test.helper.ts';
import { removeDirectories } from '#service/test/running-service.test.helper.ts';

// Vitest runs this before each file. What is registered first runs last: the file's own has then stopped what used them.
afterAll(async () => {
  removeDirectories();
  await removeDatabases();
});
