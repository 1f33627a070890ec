import * as z from 'zod/mini';
import type { Answer } from '#client/answer.ts';
import { beginOf } from '#client/begin-of.ts';
import { placeOf } from '#client/place.ts';
import { none, type Endpoint } from '#contract/endpoint.ts';

const MOST = 20;
const TEXT_MAX = 120;

/**
 * How a success that the app can read differs from the documented one: another status, parts that are missing, of
 * another kind, or not documented.
 *
 * @returns one text for each difference, the same for every row that has it
 */
export function deviationsOf(endpoint: Endpoint, { response, json, redact }: Answer): string[] {
  const { status, result, answer = result } = endpoint;
  const found = new Set<string>();
  if (response.status !== status) found.add(`Status ${response.status} in place of ${status}`);
  if (answer !== none) {
    if (!response.headers.has('content-type')) found.add('The content type is missing');
    const issues = z.safeParse(answer, json?.value).error?.issues ?? [];
    for (const { path } of issues) found.add(`${placeOf(path)} is missing or of another kind`);
    for (const path of undocumented(answer, json?.value, []))
      found.add(`${placeOf(path)} is not documented`);
  }
  return [...found].slice(0, MOST).map((text) => redact(beginOf(text, TEXT_MAX)));
}

/** Paths of fields that a schema does not name, wherever in a value they are. */
function undocumented(
  schema: z.core.$ZodType,
  value: unknown,
  path: PropertyKey[],
): PropertyKey[][] {
  const { def } = (schema as z.core.$ZodTypes)._zod; // every schema of the contract is one of zod's own
  if (def.type === 'array' && Array.isArray(value))
    return value.flatMap((item, index) => undocumented(def.element, item, [...path, index]));
  if (def.type === 'object' && typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, part]) => {
      const known = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
      return known ? undocumented(known, part, [...path, name]) : [[...path, name]];
    });
  return [];
}
