import { failureOf } from '#client/errors.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';

/** Fields that a refusal names, in the form's order; empty when it names none of them. */
export function fieldErrors<const Name extends string>(
  error: unknown,
  names: readonly Name[],
): Array<[Name, string]> {
  const failure = failureOf(error);
  if (failure?.kind !== 'status' || ![400, 409, 422].includes(failure.status)) return [];
  return names.flatMap((name): Array<[Name, string]> => {
    const text = failure.fields[name];
    return text === undefined ? [] : [[name, visibleText(text)]];
  });
}
