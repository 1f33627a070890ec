import { formatNumber } from '#web/lib/format.ts';

type MatchFacts = {
  shown: number;
  loaded: number;
  /** The rows are still those of another filter. */
  isStale: boolean;
  only: boolean;
  isFiltered: boolean;
};

export function matchTextOf({ shown, loaded, isStale, only, isFiltered }: MatchFacts): string {
  if (isStale) return `Filtering the ${formatNumber(loaded)} loaded…`;
  const text = `${formatNumber(shown)} of the ${formatNumber(loaded)} loaded`;
  if (!only) return `${text} match`;
  return `${text} are shown: those that were selected${isFiltered ? ', whatever the filter says' : ''}`;
}
