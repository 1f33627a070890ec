import type { AnswerOf, Endpoint, HandlerInput } from '#contract/endpoint.ts';

/** An endpoint of the contract and the function that answers it, for a table of many. */
export interface Route {
  endpoint: Endpoint;
  answer: (input: {
    params: Record<string, string>;
    query: unknown;
    body: unknown;
  }) => Promise<unknown>;
}

export function route<E extends Endpoint>(
  endpoint: E,
  answer: (input: HandlerInput<E>) => Promise<AnswerOf<E>>,
): Route {
  // The table knows no types; `createApi` calls each answer with what its own endpoint has parsed.
  return { endpoint, answer: answer as Route['answer'] };
}
