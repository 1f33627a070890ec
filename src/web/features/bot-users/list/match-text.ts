import { formatNumber } from '#web/lib/format.ts';

type MatchFacts = {
  shown: number;
  loaded: number;
  /** The rows are still those of another filter. */
  isStale: boolean;
  /** How many of the shown ones match the text by their ids alone. */
  byId: number;
  only: boolean;
  isFiltered: boolean;
};

export function matchTextOf(facts: MatchFacts): string {
  const { shown, loaded, isStale, byId, only, isFiltered } = facts;
  if (isStale) return `Filtering the ${formatNumber(loaded)} loaded…`;
  const text = `${formatNumber(shown)} of the ${formatNumber(loaded)} loaded`;
  if (!only && byId > 0 && byId < shown)
    return `${text} match: ${formatNumber(shown - byId)} by name, ${formatNumber(byId)} by id`;
  if (!only) return `${text} match`;
  return `${text} are shown: those that were selected${isFiltered ? ', whatever the filter says' : ''}`;
}
