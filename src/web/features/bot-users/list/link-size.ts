import { PAGE_LIMIT_MAX } from '#contract/page.ts';

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
