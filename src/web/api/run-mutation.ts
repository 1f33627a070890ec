import type { MutationOptions, QueryClient } from '@tanstack/react-query';

/** Runs a mutation that outlives the row or page that started it. */
export function run<Data, Variables, Before>(
  client: QueryClient,
  options: MutationOptions<Data, Error, Variables, Before>,
  variables: Variables,
): Promise<Data> {
  return client.getMutationCache().build(client, options).execute(variables);
}
