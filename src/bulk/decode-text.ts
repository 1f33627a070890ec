/**
 * Text of UTF-8, of UTF-16 as spreadsheets write it, or of Windows' western letters. Broken characters of what is
 * otherwise UTF-8 become U+FFFD.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const text = new TextDecoder().decode(bytes);
  const isUtf8 = first === 0xef || !text.includes('\uFFFD') || /[^\0-\x7F\uFFFD]/.test(text);
  if (isUtf8) return text;
  const western = new TextDecoder('windows-1252').decode(bytes);
  // These are the bytes of U+FFFD itself, which a name may have: our own export would rename it.
  return western.includes('ï¿½') ? text : western;
}
