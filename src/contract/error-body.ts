import * as z from 'zod/mini';

/** What the embedded service sends with every refusal; the API text shows no error form: decisions/0003. */
export const ErrorBody = z.object({
  error_code: z.string(),
  status_code: z.int().check(z.minimum(400), z.maximum(599)),
  /** For people. */
  msg: z.string(),
  /** `operation_id` always; besides it the names of refused fields, each with what is wrong. */
  details: z.catchall(z.object({ operation_id: z.string() }), z.string()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

const text = z.catch(z.optional(z.string()), undefined);

/** Any body can be read as an error: a part that is missing or of another kind is left out, never refused. */
export const ReadableErrorBody = z.catch(
  z.looseObject({
    error_code: text,
    msg: text,
    details: z.catch(z.optional(z.looseObject({})), undefined),
  }),
  {},
);
