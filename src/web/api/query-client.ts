import { notifyManager, QueryClient, type MutationOptions } from '@tanstack/react-query';

// By default what changed is drawn after a timer: a switch would be a frame late.
notifyManager.setScheduler(queueMicrotask);

/**
 * Nothing is read again by itself: a deep list must not be dropped because the window got the focus. The client
 * retries, and nothing else; offline a request fails at once instead of hanging. Emptied at the end of a session.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: Infinity,
      gcTime: Infinity,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    // What became of them is kept where it is shown.
    mutations: { networkMode: 'always', gcTime: 0 },
  },
});

/** Runs a mutation that outlives the row or page that asked for it. */
export const run = <Data, Variables, Before>(
  options: MutationOptions<Data, Error, Variables, Before>,
  variables: Variables,
): Promise<Data> => queryClient.getMutationCache().build(queryClient, options).execute(variables);
