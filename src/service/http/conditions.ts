import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The conditions that a request puts on what it would change or read (RFC 9110, section 13). */
export type Conditions = ReturnType<typeof readConditions>;

/** `any`: the header was `*`. */
type EntityTags = 'any' | string[];

/** Strong: equal text has an equal tag. */
export const entityTag = (text: string | Buffer) =>
  `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;

export const readConditions = (headers: IncomingHttpHeaders) => ({
  ifMatch: readTags(headers['if-match']),
  ifNoneMatch: readTags(headers['if-none-match']),
});

function readTags(header: string | undefined): EntityTags | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return 'any';
  return header.match(/(W\/)?"[^"]*"/g) ?? []; // no tag matches nothing, so nothing is changed by mistake
}

/** @param tag of what is there now; `undefined`: nothing is there */
export function isMet({ ifMatch, ifNoneMatch }: Conditions, tag: string | undefined): boolean {
  if (ifMatch !== undefined && !has(ifMatch, tag)) return false;
  return ifNoneMatch === undefined || !has(ifNoneMatch, tag);
}

const has = (tags: EntityTags, tag: string | undefined) =>
  tag !== undefined && (tags === 'any' || tags.includes(tag));

/** Whether a reader has this text already; reading compares weakly. */
export const isKnown = ({ ifNoneMatch }: Conditions, tag: string) =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === 'any' || ifNoneMatch.some((each) => each.replace(/^W\//, '') === tag));
