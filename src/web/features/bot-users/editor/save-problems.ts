import { failureOf, isOutcomeUnknown, refusalCause } from '#client/errors.ts';
import { changeReasonOf, fieldErrors, reasonOf } from '#web/api/failure-text.ts';

/** Why a bot user was not saved, in the words of the form: at the field that is refused, else above the form. */
export function saveProblems(error: unknown): Array<['name' | 'root', string]> {
  if (isNameTaken(error)) return [['name', 'Name is already used by another bot user']];
  const fields = fieldErrors(error, ['name']);
  if (fields.length > 0) return fields;
  if (refusalCause(failureOf(error)) === 'no-right')
    return [['root', `This key may not change bot users. ${reasonOf(error)}`]];
  if (isOutcomeUnknown(error))
    return [
      [
        'root',
        `We cannot tell whether it was saved. ${reasonOf(error, 'unsure')} Save again to be sure.`,
      ],
    ];
  return [['root', `Not saved. ${changeReasonOf(error, 'save once more')}`]];
}

/** A conflict without a code is taken for it: there is no other between bot users. */
function isNameTaken(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure?.kind !== 'status' || failure.status !== 409) return false;
  return failure.code === undefined || /^NAME_TAKEN$|_4112$/.test(failure.code);
}
