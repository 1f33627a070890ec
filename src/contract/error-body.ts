import * as z from 'zod/mini';
import { lazily } from '#contract/lazily.ts';

/** What the embedded service sends with every refusal; the API text shows no error form: decisions/0003. */
export const ErrorBody = lazily(() =>
  z.object({
    error_code: z.string(),
    status_code: z.int().check(z.minimum(400), z.maximum(599)),
    /** For people. */
    msg: z.string(),
    /** `operation_id` always; besides it the names of refused fields, each with what is wrong. */
    details: z.catchall(z.object({ operation_id: z.string() }), z.string()),
  }),
);
export type ErrorBody = z.infer<ReturnType<typeof ErrorBody>>;

const text = lazily(() => z.catch(z.optional(z.string()), undefined));

/** Any body can be read as an error: a part that is missing or of another kind is left out, never refused. */
export const ReadableErrorBody = lazily(() =>
  z.catch(
    z.looseObject({
      error_code: text(),
      msg: text(),
      details: z.catch(z.optional(z.record(z.string(), z.unknown())), undefined),
    }),
    {},
  ),
);
