import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '#contract/any-character.test.helper.ts';
import { fillPath, isAddressable } from '#contract/endpoint.ts';

const PATH = '/edges/https/{edge_id}/routes/{id}/ip_restriction';
const ORIGIN = 'https://api.test';

it.each(['', '.', '..', '\ud83d', 'a\udc00b', 'x'.repeat(2049), '🚪'.repeat(171)])(
  'isAddressable refuses %j',
  (id) => {
    expect(isAddressable(id)).toBe(false);
    expect(() => fillPath(PATH, { edge_id: 'e', id })).toThrow(TypeError);
  },
);

it.each(['...', '%2e%2e', '%2F', 'a/b', '?', '#', '\\', '\0', '\n', '🚪', 'x'.repeat(2048)])(
  'isAddressable takes %j',
  (id) => {
    expect(isAddressable(id)).toBe(true);
  },
);

it('fillPath gives every id exactly its own segment', () => {
  const addressable = anyId().filter(isAddressable);
  fc.assert(
    fc.property(addressable, addressable, (edge_id, id) => {
      // As a browser or a server reads it.
      const url = new URL(fillPath(PATH, { edge_id, id }), ORIGIN);
      const [, , , edge = '', , route = '', last, ...more] = url.pathname.split('/');
      expect([decodeURIComponent(edge), decodeURIComponent(route)]).toEqual([edge_id, id]);
      expect({ last, more, origin: url.origin, search: url.search, hash: url.hash }).toEqual({
        last: 'ip_restriction',
        more: [],
        origin: ORIGIN,
        search: '',
        hash: '',
      });
    }),
  );
});

it('fillPath names what is missing, and the start of what is too long', () => {
  expect(() => fillPath('/bot_users/{id}')).toThrow('"" cannot be the id in /bot_users/{id}');
  const start = 'x'.repeat(40);
  const long = { id: start.repeat(100) };
  expect(() => fillPath('/bot_users/{id}', long)).toThrow(`"${start}" cannot be the id`);
});

/** Rich in what means something to an address. */
function anyId() {
  const parts = fc.array(
    fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 5 }),
      fc.constantFrom('.', '..', '/', '\\', '?', '#', '%', '%2F', '%2e', '%00', ';', '@', ':'),
      fc.constantFrom('\ud83d', '\udc00', '\u202e', '\t', '\n', ' ', '\0', 'bot_1'),
    ),
    { maxLength: 6 },
  );
  return parts.map((all) => all.join(''));
}
