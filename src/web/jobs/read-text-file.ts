import { decodeText, holdsKey as holds } from '#bulk/desired-file.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';
import { session } from '#web/session/session.ts';

/** Bytes; 100,000 bot users take some 20 MB as this page exports them. */
const FILE_MAX = 50_000_000;

export const holdsKey = (text: string) => holds(text, session.containsKey);

/**
 * The text of a file of UTF-8, UTF-16 as spreadsheets write it, or Windows' western letters.
 *
 * @returns `problem`: why it is not read, as a sentence
 */
export async function readTextFile(file: File): Promise<{ text?: string; problem?: string }> {
  const name = `“${visibleText(file.name)}”`;
  if (file.size > FILE_MAX) return { problem: `${name} is too large: 50 MB is the most.` };
  const content = await file.arrayBuffer().catch(() => undefined);
  if (content === undefined) return { problem: `${name} could not be read. Choose it again.` };
  const text = decodeText(new Uint8Array(content));
  if (text.includes('\0'))
    return { problem: `${name} is not a text file. Save it as CSV, then choose that.` };
  if (holdsKey(text)) return { problem: `There is an API key in ${name}. Take it out.` };
  return text.trim() === '' ? { problem: `${name} is empty.` } : { text };
}
