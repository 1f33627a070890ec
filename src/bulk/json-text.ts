/** A list of lists, objects or texts, or an object. */
export const JSON_BEGINS = /^\s*(?:\[\s*["[{\]]|\{\s*["}])/;

export const INCOMPLETE = { reason: 'the JSON that begins here is not complete' };

export const isComplete = (json: object | undefined) => json !== undefined && json !== INCOMPLETE;

/** @returns `INCOMPLETE`: it begins as JSON does, and has no end; `undefined`: it does not begin so */
export function jsonIn(text: string): object | undefined {
  if (!JSON_BEGINS.test(text)) return undefined;
  try {
    // By its bracket it is a list or an object.
    return JSON.parse(text.trim().replace(/,$/, '')) as object;
  } catch {
    return INCOMPLETE;
  }
}
