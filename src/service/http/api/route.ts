import type { AnswerOf, Endpoint, HandlerInput } from '#contract/endpoint.ts';
import type { Conditions } from '#service/http/conditions.ts';

/** An endpoint of the contract and its handler. */
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

/** A result that is already JSON text. */
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
  // The table is untyped; `createApi` calls each handler with what its own endpoint has parsed.
  return { endpoint, answer: answer as Route['answer'] };
}
