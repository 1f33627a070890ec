/**
 * @param {number[]} values
 * @param {number} share `0.99`: only a hundredth of the values is greater
 * @returns {number} 0 without values
 */
export function percentile(values, share) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** @param {number[]} values */
export const median = (values) => percentile(values, 0.5);
