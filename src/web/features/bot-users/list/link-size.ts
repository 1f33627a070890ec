import { useEffect, useEffectEvent } from 'react';
import { PAGE_LIMIT_MAX } from '#contract/page.ts';
import type { useViewParams } from '#web/ui/use-view-params.ts';

/** How many rows were loaded where the address was made, if it says so. */
export function linkSize(params: URLSearchParams): number | undefined {
  const size = Number(params.get('loaded') ?? NaN);
  return Number.isSafeInteger(size) && size > PAGE_LIMIT_MAX ? size : undefined;
}

type LinkFacts = {
  /** Something is filtered, sorted or grouped: what is shown depends on what is loaded. */
  isView: boolean;
  pages: number;
  loaded: number;
  isComplete: boolean;
  /** What the address says now. */
  before: number | undefined;
};

/** What the address has to say; an empty text takes the field out. A larger number than is loaded is somebody else's. */
export function linkSizeParam({
  isView,
  pages,
  loaded,
  isComplete,
  before = 0,
}: LinkFacts): string {
  if (!isView) return '';
  if (before > loaded && !isComplete) return String(before);
  return pages > 1 && loaded > PAGE_LIMIT_MAX ? String(loaded) : '';
}

/**
 * Keeps in the address how much is loaded, as long as what is shown depends on it.
 *
 * @returns how much was loaded where the address was made, if it says so
 */
export function useLinkSize(
  address: Pick<ReturnType<typeof useViewParams>, 'params' | 'set'>,
  facts: Omit<LinkFacts, 'before'>,
): number | undefined {
  const size = linkSize(address.params);
  const wanted = linkSizeParam({ ...facts, before: size });
  const isKept = (size === undefined ? '' : String(size)) === wanted;
  const keep = useEffectEvent((loaded: string) => address.set({ loaded }));
  useEffect(() => {
    if (!isKept) keep(wanted);
  }, [isKept, wanted]);
  return size;
}
