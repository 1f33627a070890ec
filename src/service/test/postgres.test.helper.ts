import { inject } from 'vitest';
import { createDatabase, removeDatabase } from '../../../.scripts/postgres.mjs';
import type { StorageKind } from '../../../.scripts/vitest-context.d.mts';

/** Where the services of this run keep their data. */
export const storage: StorageKind = inject('storage');

const databases: string[] = [];

/**
 * The URL of an empty database on the server that all files of `contract-postgres` share. It is there until the
 * end of the file that asks for it.
 */
export async function freshDatabase(): Promise<string> {
  const url = await createDatabase(inject('postgresUrl'));
  databases.push(url);
  return url;
}

export async function removeDatabases(): Promise<void> {
  const remove = (url: string) => removeDatabase(inject('postgresUrl'), url);
  await Promise.all(databases.splice(0).map(remove));
}
