import * as z from 'zod/mini';
import { failureOf, hasStatus, refusalCause } from '#client/errors.ts';
import { BotUserName, type BotUserUpdate } from '#contract/bot-user.ts';
import { because, changeReasonOf, fieldErrors, reasonOf } from '#web/api/failure-text.ts';
import { UnsureError } from '#web/features/bot-users/mutations.ts';
import { session } from '#web/session/session.ts';

/** The fields of the form. `active` is always sent: the API text does not say what leaving it out means. */
export const BotUserValues = z.object({
  name: BotUserName.check(
    z.refine((name) => !session.containsKey(name), 'This is your API key, not a name'),
  ),
  active: z.boolean(),
});
export type BotUserValues = z.infer<typeof BotUserValues>;

/** What a session that met its limit has left in the fields, whether it can be saved or not. */
export const BotUserDraft = z.object({ name: z.string(), active: z.boolean() });

const FIELDS = ['name', 'active'] as const;

export const valuesOf = ({ name, active }: BotUserValues): BotUserValues => ({ name, active });

export const differingFields = (one: BotUserValues, other: BotUserValues) =>
  FIELDS.filter((field) => one[field] !== other[field]);

/** The name without outer white space, unless the service has it with that and nobody has changed it. */
export const wantedOf = (typed: BotUserValues, loaded: BotUserValues): BotUserValues => ({
  name: typed.name === loaded.name ? loaded.name : typed.name.trim(),
  active: typed.active,
});

/** The body of a PATCH: only the fields that this person has changed. */
export const changesOf = (seen: BotUserValues, wanted: BotUserValues): BotUserUpdate => ({
  ...(wanted.name !== seen.name && { name: wanted.name }),
  ...(wanted.active !== seen.active && { active: wanted.active }),
});

/** Whether somebody else has changed a field that this person changes too, to something else than is wanted. */
export const isConflict = (seen: BotUserValues, wanted: BotUserValues, now: BotUserValues) =>
  differingFields(seen, wanted).some(
    (field) => now[field] !== seen[field] && now[field] !== wanted[field],
  );

/** Why a bot user was not saved, and where the form says so: at the field that is refused, else above the buttons. */
export function saveProblem(error: unknown): { field: 'name' | 'root'; message: string } {
  if (isNameTaken(error))
    return { field: 'name', message: 'Name is already used by another bot user' };
  const [refused] = fieldErrors(error, ['name']);
  if (refused) return { field: 'name', message: refused[1] };
  const root = (message: string) => ({ field: 'root' as const, message });
  if (refusalCause(failureOf(error)) === 'no-right')
    return root('This key may not change bot users.');
  if (error instanceof UnsureError)
    return root(
      `We do not know if this was saved. ${reasonOf(error, 'unsure')} Save again to be sure.`,
    );
  return root(because('Not saved', changeReasonOf(error, 'Save again.')));
}

/** A conflict without a code is about the name: there is no other between bot users. */
function isNameTaken(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure?.kind !== 'status' || !hasStatus(error, 409)) return false;
  return failure.code === undefined || /^NAME_TAKEN$|_4112$/.test(failure.code);
}
