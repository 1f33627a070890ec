import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#contract/any-character.test.helper.ts';
import { fillPath, isAddressable } from '#contract/endpoint.ts';

const PATH = '/edges/https/{edge_id}/routes/{id}/ip_restriction';
const ORIGIN = 'https://api.test';

describe('isAddressable', () => {
  it.each(['', '.', '..', '\ud83d', 'a\udc00b', 'x'.repeat(2049), '🚪'.repeat(171)])(
    'refuses %j',
    (id) => {
      expect(isAddressable(id)).toBe(false);
    },
  );

  it.each(['...', '%2e%2e', '%2F', 'a/b', '?', '#', '\\', '\0', '\n', '🚪', 'x'.repeat(2048)])(
    'takes %j',
    (id) => {
      expect(isAddressable(id)).toBe(true);
    },
  );
});

describe('fillPath', () => {
  it('gives every id exactly its own segment', () => {
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

  it('refuses any other id by a TypeError that does not repeat a huge one', () => {
    fc.assert(
      fc.property(
        anyId().filter((id) => !isAddressable(id)),
        (id) => {
          const error = refusalOf(id);
          expect(error).toBeInstanceOf(TypeError);
          expect(String(error).length).toBeLessThan(400);
        },
      ),
    );
  });

  it('names what is missing', () => {
    expect(() => fillPath('/bot_users/{id}')).toThrow('"" cannot be the id in /bot_users/{id}');
  });
});

function refusalOf(id: string): unknown {
  try {
    return fillPath(PATH, { edge_id: 'e', id });
  } catch (error) {
    return error;
  }
}

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
  const long = fc.integer({ min: 600, max: 5000 }).map((length) => 'ü'.repeat(length));
  return fc.oneof(
    { weight: 8, arbitrary: parts.map((all) => all.join('')) },
    { weight: 1, arbitrary: fc.constantFrom('', '.', '..') },
    { weight: 1, arbitrary: long },
  );
}
