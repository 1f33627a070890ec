import { configureGlobal } from 'fast-check';

// How many cases a property test tries; `RUNS=4000 npm run test:unit` searches longer.
configureGlobal({ numRuns: Number(process.env.RUNS ?? (process.env.TEST_FULL ? 400 : 25)) });
