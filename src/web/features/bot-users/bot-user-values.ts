import * as z from 'zod/mini';
import { differingFields, type BotUserState } from '#bulk/bot-user-state.ts';
import { failureOf, refusalCause } from '#client/errors.ts';
import { BotUserName } from '#contract/bot-user.ts';
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

/** The name without outer white space, unless the service has it with that and nobody has changed it. */
export const wantedOf = ({ name, active }: BotUserState, loaded: BotUserState): BotUserState => ({
  name: name === loaded.name ? name : name.trim(),
  active,
});

/** Whether somebody else has changed a field that this person changes too, to something else than is wanted. */
export const isConflict = (seen: BotUserState, wanted: BotUserState, now: BotUserState) =>
  differingFields(seen, wanted).some(
    (field) => now[field] !== seen[field] && now[field] !== wanted[field],
  );

/** Why a bot user was not saved, and where the form says so: at the field that is refused, else above the buttons. */
export function saveProblem(error: unknown): { field: 'name' | 'root'; message: string } {
  if (isNameTaken(error))
    return { field: 'name', message: 'Name is already used by another bot user' };
  const cause = refusalCause(failureOf(error));
  if (cause === 'name-too-long')
    return { field: 'name', message: 'Name is too long for the service' };
  const [refused] = fieldErrors(error, ['name']);
  if (refused) return { field: 'name', message: refused[1] };
  const root = (message: string) => ({ field: 'root' as const, message });
  if (cause === 'no-right') return root('This key may not change bot users.');
  if (error instanceof UnsureError)
    return root(
      `We do not know if this was saved. ${reasonOf(error, 'unsure')} Save again to be sure.`,
    );
  return root(because('Not saved', changeReasonOf(error, 'Save again.')));
}

/** A conflict without a code is about the name: there is no other between bot users. */
function isNameTaken(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure?.kind !== 'status') return false;
  if (failure.code === undefined) return failure.status === 409;
  return refusalCause(failure) === 'name-taken';
}
