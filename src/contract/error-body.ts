import * as z from 'zod/mini';

/** What the embedded service sends with every refusal; the API text shows no error form: decisions/0003. */
export interface ErrorBody {
  error_code: string;
  status_code: number;
  /** For people. */
  msg: string;
  /** `operation_id` always; besides it the names of refused fields, each with what is wrong. */
  details: { operation_id: string } & Record<string, string>;
}

const text = z.catch(z.optional(z.string()), undefined);

/** Any body can be read as an error: a part that is missing or of another kind is left out, never refused. */
export const ReadableErrorBody = z.catch(
  z.looseObject({
    error_code: text,
    msg: text,
    details: z.catch(z.optional(z.record(z.string(), z.unknown())), undefined),
  }),
  {},
);
