import { vi } from 'vitest';

/** A busy machine fails no test; the time of the test itself is longer. */
const patient = { timeout: 20_000, interval: 1 };

/** @returns what is there at last */
export const waitUntil = <Value>(value: () => Value) => vi.waitUntil(value, patient);
export const waitFor = <Value>(check: () => Value) => vi.waitFor(check, patient);
