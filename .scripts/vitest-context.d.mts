export type StorageKind = 'sqlite' | 'postgres';

declare module 'vitest' {
  /** What `inject` gives to the contract tests; the projects of `vite.config.ts` fill it. */
  export interface ProvidedContext {
    /** Where a service under test keeps its data. */
    storage: StorageKind;
    /** Whether requests reach it through another one in upstream mode. */
    throughUpstream: boolean;
    /** For `createDatabase`; only where the storage is `postgres`. */
    postgresUrl: string;
  }
}
