import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The conditions that a request puts on what it would change or read (RFC 9110, section 13). */
export type Conditions = ReturnType<typeof readConditions>;

/** Strong: equal text has an equal tag. */
export const entityTag = (text: string | Buffer) =>
  `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;

export const readConditions = (headers: IncomingHttpHeaders) => ({
  ifMatch: readTags(headers['if-match']),
  // Compared weakly, reading and writing.
  ifNoneMatch: readTags(headers['if-none-match'])?.map((tag) => tag.replace(/^W\//, '')),
});

const TAG_LIST = /^(\*|([\s,]*(W\/)?"[^"]*")+[\s,]*)$/;

/** @returns `undefined` without the header; no tag where it is malformed: nothing is changed by mistake then */
function readTags(header: string | undefined): string[] | undefined {
  if (header === undefined) return undefined;
  return TAG_LIST.test(header) ? (header.match(/^\*$|(W\/)?"[^"]*"/g) ?? []) : [];
}

/** @param tag of what is there now; `undefined`: nothing is there */
export function isMet({ ifMatch, ifNoneMatch }: Conditions, tag: string | undefined): boolean {
  if (ifMatch !== undefined && !fits(ifMatch, tag)) return false;
  return ifNoneMatch === undefined || (ifNoneMatch.length > 0 && !fits(ifNoneMatch, tag));
}

const fits = (tags: string[], tag: string | undefined) =>
  tag !== undefined && (tags.includes('*') || tags.includes(tag));

/** Whether a reader has this text already. */
export const isKnown = ({ ifNoneMatch = [] }: Conditions, tag: string) => fits(ifNoneMatch, tag);
