import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { hideCredentials } from '#client/redact.ts';
import { anyCharacter } from '#contract/any-character.test.helper.ts';

const key = 'gate_4fT9x-Qm2.Zp7+Lk0/Vr8=';
const redact = (text: string) => hideCredentials(key, text);

it.each([
  ['in a sentence', `The key '${key}' is unknown`, "The key '••••' is unknown"],
  ['cut', `starts with ${key.slice(0, 14)}…`, 'starts with ••••…'],
  ['twice', `${key}${key}`, '••••••••'],
  ['escaped as some write JSON', `"${key.replaceAll('/', '\\/')}"`, '"••••"'],
])('hides a key that stands %s', (_, text, hidden) => expect(redact(text)).toBe(hidden));

it.each(['', 'u', 'us'])('hides a key that stands in base64 behind “%s”', (before) => {
  const text = redact(`authorization: ${btoa(before + key)}`);
  for (const run of runs(btoa(key))) expect(text).not.toContain(run);
  expect(text).toContain('••••');
  // Also cut; what stands around has a part in the characters at its ends.
  const own = btoa(before + key).slice(Math.ceil((before.length * 4) / 3));
  for (const run of runs(own.replace(/.=+$/, ''))) expect(redact(run)).toBe('••••');
});

it('hides what follows Bearer, whosever it is', () =>
  expect(redact('got "Authorization: Bearer other-key", no')).toBe(
    'got "Authorization: Bearer ••••", no',
  ));

it('leaves everything else as it is', () => {
  const text = 'Name gate_4fT is İ used, 🦊 too';
  expect(redact(text)).toBe(text);
  expect(hideCredentials(null, text)).toBe(text);
});

const runs = (text: string) =>
  Array.from({ length: text.length - 11 }, (_, start) => text.slice(start, start + 12));

const sendable = fc.stringMatching(/^[\x21-\x7e]{12,30}$/);
const around = fc.string({ unit: anyCharacter, maxLength: 40 });

it('leaves no twelve characters of any key together, wherever they stand', () =>
  fc.assert(
    fc.property(
      sendable,
      around,
      around,
      fc.nat(),
      fc.constantFrom<(text: string) => string>(
        (text) => text,
        (text) => text.toLowerCase(),
        (text) => text.toUpperCase(),
        encodeURIComponent,
        (text) => JSON.stringify(text),
      ),
      (secret, before, after, cut, spell) => {
        const part = secret.slice(cut % (secret.length - 11));
        const text = hideCredentials(secret, before + spell(part) + after).toLowerCase();
        const spelt = spell(secret).replaceAll(/^"|"$/g, '');
        const parts = [secret, spelt].flatMap((each) => runs(each.toLowerCase()));
        expect(parts.filter((run) => text.includes(run))).toEqual([]);
      },
    ),
  ));

it('hides a short key as a whole', () =>
  fc.assert(
    fc.property(fc.stringMatching(/^[\x21-\x7e]{4,11}$/), around, (secret, text) => {
      expect(hideCredentials(secret, text + secret + text).toLowerCase()).not.toContain(
        secret.toLowerCase(),
      );
    }),
  ));
