import type { AnswerOf, Endpoint, HandlerInput } from '#contract/endpoint.ts';
import type { Conditions } from '#service/http/conditions.ts';

/** An endpoint of the contract and the function that answers it, for a table of many. */
export interface Route {
  endpoint: Endpoint;
  answer: (input: {
    params: Record<string, string>;
    query: unknown;
    body: unknown;
    conditions: Conditions;
  }) => Promise<unknown>;
}

type Answer<E extends Endpoint> = (
  input: HandlerInput<E> & { conditions: Conditions },
) => Promise<AnswerOf<E>>;

export function route<E extends Endpoint>(endpoint: E, answer: Answer<E>): Route {
  // The table knows no types; `createApi` calls each answer with what its own endpoint has parsed.
  return { endpoint, answer: answer as Route['answer'] };
}
