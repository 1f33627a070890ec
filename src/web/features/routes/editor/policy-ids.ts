import { formatNumber } from '#web/lib/format.ts';

export interface ReadIds {
  /** In their order, repeats included. */
  ids: string[];
  /** Stay in the field. */
  unreadable: string[];
}

const AROUND = '["\'`“”‘’()\\[\\]{}<>]+';
const outer = new RegExp(`^${AROUND}|${AROUND}$`, 'g');

/** Reads pasted ids: apart by white space, commas or semicolons, quoted or as a list; an address gives its last part. */
export function readPolicyIds(text: string): ReadIds {
  const parts = text
    .split(/[\s,;]+/)
    .map((part) => part.replaceAll(outer, ''))
    .filter((part) => part !== '')
    .map(lastSegment);
  return {
    ids: parts.filter(isPolicyId),
    unreadable: parts.filter((part) => !isPolicyId(part)),
  };
}

const isPolicyId = (text: string) => /^[\w-]+$/.test(text);

/** Only of what is clearly an address: `10.0.0.0/8` is none, and `8` is no policy. */
function lastSegment(part: string): string {
  const [, path = ''] = /^(?:https?:\/\/[^/]*|[\w-]+)?(\/[^?#]*)/i.exec(part) ?? [];
  const isAddress = /^(https?:\/)?\//i.test(part) || part.includes('ip_policies/');
  return (isAddress && path.split('/').findLast((segment) => segment !== '')) || part;
}

/** `Added 5. 2 were already in the list.` */
export function addedIdsSentence(added: number, repeated: number): string {
  const words = [
    ...(added > 0 ? [`Added ${formatNumber(added)}.`] : []),
    ...(repeated > 0
      ? [`${formatNumber(repeated)} ${repeated === 1 ? 'was' : 'were'} already in the list.`]
      : []),
  ];
  return words.join(' ');
}

const UNREADABLE_NAMED = 3;

/** `‘{x}’ does not look like an id` */
export function unreadableIdsSentence(unreadable: string[]): string {
  const named = unreadable.slice(0, UNREADABLE_NAMED).map((text) => `‘${text}’`);
  const more = unreadable.length - named.length;
  const names = [...named, ...(more > 0 ? [`${formatNumber(more)} more`] : [])].join(', ');
  return unreadable.length === 1
    ? `${names} does not look like an id`
    : `${names} do not look like ids`;
}
