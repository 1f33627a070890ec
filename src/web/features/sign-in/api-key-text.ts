/** What was pasted, as a key that can be sent, or what is wrong with it. */
export type KeyText = { key: string } | { problem: string };

/** Drops outer white space, quotes and a leading `Bearer `, which come along when a key is copied from a command. */
export function readApiKey(text: string): KeyText {
  const key = text
    .trim()
    .replaceAll(/^["'`]+|["'`]+$/g, '')
    .replace(/^(authorization:\s*)?bearer\s+/i, '')
    .replaceAll(/^["'`]+|["'`]+$/g, '')
    .trim();
  if (key === '' || /^bearer$/i.test(key)) return { problem: 'Enter your API key' };
  if (/\s/.test(key))
    return { problem: 'API key must not contain spaces. Check that you pasted one key' };
  // Anything else cannot stand in a request header.
  if (!/^[\x21-\x7e]+$/.test(key))
    return { problem: 'API key must be plain letters, digits and signs. Copy it again' };
  return { key };
}
