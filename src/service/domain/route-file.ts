import * as z from 'zod/mini';
import type { SharedPolicy } from '#contract/inventory.ts';
import { OperatorError } from '#service/domain/errors.ts';
import type { RouteRecord } from '#service/domain/ip-restrictions.ts';
import { holdsControls, jsonIn } from '#service/domain/text.ts';

const ABSENT = 'is missing or of another kind';
const NO_ID = 'cannot be an id: at most 200 letters, digits, _ - . and ~';
const CONTROLS = 'holds a line break or another control character';

/** Other ids could not be part of an address. */
const Id = z.string(ABSENT).check(z.regex(/^(?!\.{1,2}$)[\w.~-]{1,200}$/, NO_ID));

/** Texts are shown on one line, and PostgreSQL refuses NUL. */
const Text = z.string(ABSENT).check(z.refine((text) => !holdsControls(text), CONTROLS));

/** @returns a list without repeated entries; one that is there with different content is refused */
const listOf = <Entry extends { id: string }>(entry: z.ZodMiniType<Entry>) =>
  z.pipe(
    z.array(entry),
    z.transform((entries, { issues }): Entry[] => {
      const byId = new Map<string, Entry>();
      for (const [index, input] of entries.entries()) {
        const before = byId.get(input.id) ?? input;
        const message = 'is there twice, with different content';
        if (JSON.stringify(before) !== JSON.stringify(input))
          issues.push({ code: 'custom', path: [index, input.id], message, input });
        byId.set(input.id, input);
      }
      return [...byId.values()];
    }),
  );

const Routes = listOf(
  z.pipe(
    z.object({ label: Text, edge_id: Id, id: Id }, ABSENT),
    z.transform((route): RouteRecord => ({ ...route, label: route.label.trim() || route.id })),
  ),
);

const OptionalText = z._default(Text, '');

/** The embedded service calls the name of a policy `description`. */
const Policies = listOf(
  z.pipe(
    z.object(
      {
        id: Id,
        name: OptionalText,
        description: OptionalText,
        note: OptionalText,
        edge_id: z.optional(z.never('is of a route, not of an IP policy')),
      },
      ABSENT,
    ),
    z.transform(({ description, ...policy }): SharedPolicy => ({
      ...policy,
      name: policy.name.trim() || description,
    })),
  ),
);

/** What an operator shows to everybody who has a key. */
const Shared = z.object({ routes: Routes, ip_policies: Policies });
export type Shared = z.output<typeof Shared>;

/**
 * @param text JSON: an object with a list of `{label, edge_id, id}` as `routes`, as the page exports it, and one of
 *   `{id, name, note}` or `{id, description}` as `ip_policies`
 * @param needed the list that must be there, or is the whole file
 * @param begin of a refusal
 * @throws {OperatorError} naming the first entry that is not usable
 */
export function readShared(text: string, needed: keyof Shared, begin = ''): Shared {
  const content = jsonIn(text);
  if (content === undefined) throw new OperatorError(`${begin}The file is not JSON.`);
  const lists = { routes: [], ip_policies: [], [needed]: null };
  const file = Array.isArray(content) ? { [needed]: content } : Object(content);
  const { data, error } = z.safeParse(Shared, { ...lists, ...file });
  if (data !== undefined) return data;
  const { path = [], message } = error?.issues[0] ?? {};
  const [name = needed, index, field = 'it'] = path.map(String);
  const refusal =
    index === undefined
      ? `The file holds no list: write [...] or {"${name}": [...]}.`
      : `Entry ${Number(index) + 1} of ${name} is not usable: ${field} ${message}.`;
  throw new OperatorError(begin + refusal);
}
