import { visibleText } from '#web/lib/untrusted-text.ts';

/** Bytes; 10,000 routes take less than 2 MB. */
const FILE_MAX = 10_000_000;

/**
 * The text of a file of UTF-8, UTF-16 as spreadsheets write it, or Windows' western letters.
 *
 * @returns `problem`: why it is not read, as a sentence
 */
export async function readTextFile(file: File): Promise<{ text?: string; problem?: string }> {
  const name = `“${visibleText(file.name)}”`;
  if (file.size > FILE_MAX) return { problem: `${name} is too large: 10 MB is the most.` };
  const content = await file.arrayBuffer().catch(() => undefined);
  if (content === undefined) return { problem: `${name} could not be read. Choose it again.` };
  const text = decode(new Uint8Array(content));
  if (text.includes('\0'))
    return { problem: `${name} is not a text file. Save it as CSV, then choose that.` };
  return text.trim() === '' ? { problem: `${name} is empty.` } : { text };
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
