import type { AnswerOf, Endpoint, HandlerInput } from '#contract/endpoint.ts';
import type { Conditions } from '#service/http/conditions.ts';

/** An endpoint of the contract and the function that answers it, for a table of many. */
export interface Route {
  endpoint: Endpoint;
  answer: (input: {
    params: Record<string, string>;
    query: unknown;
    body: unknown;
    /** `undefined` where the endpoint has no entity tag and takes no condition. */
    conditions: Conditions | undefined;
  }) => Promise<unknown>;
}

/** A result that is JSON already. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Answer<E extends Endpoint> = (
  input: HandlerInput<E> & { conditions: Conditions | undefined },
) => Promise<AnswerOf<E> | JsonText>;

export function route<E extends Endpoint>(endpoint: E, answer: Answer<E>): Route {
  // The table knows no types; `createApi` calls each answer with what its own endpoint has parsed.
  return { endpoint, answer: answer as Route['answer'] };
}
