export type StorageKind = 'sqlite' | 'postgres';

declare module 'vitest' {
  /** What `inject` gives to the contract tests; the projects of `vite.config.ts` fill it. */
  export interface ProvidedContext {
    /** Where a service under test keeps its data. */
    storage: StorageKind;
    /** For `createDatabase`; only where the storage is `postgres`. */
    postgresUrl: string;
    /** Path of the built program. */
    serviceProgram: string;
  }
}
