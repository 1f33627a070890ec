import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/** What could not be read: the page after the loaded ones, or those once more. */
export type ListFailure = 'next-page' | 'refresh' | undefined;

type Reading = Pick<
  UseInfiniteQueryResult,
  'isFetching' | 'isFetchNextPageError' | 'isRefetchError'
>;

/**
 * While something is read, the query still has the error of what failed before, and tells it as one of what is being
 * read now: a refresh that failed would stand there as a next page that could not be loaded.
 *
 * @returns what failed last, until the next outcome
 */
export function useListFailure(reading: Reading): ListFailure {
  const { isFetching } = reading;
  const told = failedPart(reading);
  const [last, setLast] = useState(isFetching ? undefined : told);
  if (isFetching) return last;
  if (told !== last) setLast(told);
  return told;
}

function failedPart({ isFetchNextPageError, isRefetchError }: Reading): ListFailure {
  if (isFetchNextPageError) return 'next-page';
  return isRefetchError ? 'refresh' : undefined;
}
