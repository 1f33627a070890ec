import { QUOTE_MARK } from '#web/lib/untrusted-text.ts';

/** What is often copied along: quotes, and what cannot be seen, such as white space, joiners and marks of direction. */
const EDGE = String.raw`[\s\p{Cc}\p{Cf}]|${QUOTE_MARK}`;
const AROUND = new RegExp(String.raw`^(?:${EDGE}|bearer(?:\s|$))+|(?:${EDGE})+$`, 'giu');

/** Reads the key out of a text that was copied. Nothing inside a key is changed, and no problem repeats any of it. */
export function readApiKey(text: string): { key: string } | { problem: string } {
  const key = text.replaceAll(AROUND, '');
  if (key === '') return { problem: 'Enter your API key' };
  if (/\s/.test(key))
    return { problem: 'API key must not contain spaces. Check that you pasted one key' };
  if (/^[\x21-\x7e]+$/.test(key)) return { key };
  return { problem: 'Some characters cannot be part of a key. Copy it again' };
}
