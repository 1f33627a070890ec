import type { State } from '#bulk/job.ts';
import { difference } from '#bulk/restriction.ts';
import { toCsv } from '#bulk/write-csv.ts';
import type { HistoryEntry, HistoryResource, HistoryVersion } from '#contract/history.ts';
import { stateParts, toText, type TextPart } from '#web/features/jobs/change-text.tsx';
import { count } from '#web/lib/format.ts';

/** What an entry is about, and what it does when it is turned on and off. */
export const RESOURCES: Record<HistoryResource, readonly [string, on: string, off: string]> = {
  bot_user: ['Bot user', 'set active', 'set inactive'],
  ip_restriction: ['IP restriction', 'turned on', 'turned off'],
  api_key: ['API key', 'key accepted', 'key revoked'],
  route: ['Route', '', ''],
  ip_policy: ['IP policy', '', ''],
};

/** A version as jobs know it. */
export function stateIn(type: HistoryResource, version?: HistoryVersion | null): State | null {
  if (!version) return null;
  const { name, active, ip_policy_ids: ids } = version;
  if (type !== 'ip_restriction') return { name, active };
  return { enabled: active === true, ip_policy_ids: ids?.filter(Boolean) ?? [] };
}

const policies = (number: number) => count(number, 'policy', 'policies');

const policiesOf = ({ ip_policy_ids: ids }: HistoryVersion) => {
  return { enabled: true, ip_policy_ids: ids ?? [] };
};

/** `renamed to b, set inactive`; `turned off, 2 policies added` */
export function whatParts({ operation, resource, before, after }: HistoryEntry): TextPart[] {
  const [, on, off] = RESOURCES[resource.type];
  if (operation === 'create') return ['created'];
  if (operation === 'delete') return [resource.type === 'api_key' ? off : 'deleted'];
  if (after === null) return ['changed'];
  const { name, active, ip_policy_ids: ids } = after;
  // A service behind this one does not say what it was.
  if (before === null && ids)
    return [`now ${active ? 'on' : 'off'}, ${policies(ids.length)} (before: not known)`];
  if (before === null) return ['now ', ...stateParts(after), ' (before: not known)'];
  const { added, removed } = difference(policiesOf(before), policiesOf(after));
  const done: TextPart[][] = [
    name === before.name ? [] : ['renamed to ', { name: name ?? '' }],
    active === before.active ? [] : [active ? on : off],
    added.length > 0 ? [`${policies(added.length)} added`] : [],
    removed.length > 0 ? [`${policies(removed.length)} removed`] : [],
  ].filter(({ length }) => length > 0);
  return done.length > 0
    ? done.flatMap((part, at) => (at > 0 ? [', ', ...part] : part))
    : ['saved as it was'];
}

const HEAD = 'at,who,key_id,person,operation,what,type,id,edge_id,name,before,after,operation_id';

export const historyCsv = (entries: readonly HistoryEntry[]) =>
  toCsv([
    HEAD.split(','),
    ...entries.map((entry) => {
      const { at, who, operation, resource, before, after, operation_id } = entry;
      const by = [at, who.label, who.key_id, who.person, operation, toText(whatParts(entry))];
      const of = [resource.type, resource.id, resource.edge_id, resource.name];
      const versions = [before, after].map((version) => version && JSON.stringify(version));
      return [...by, ...of, ...versions, operation_id].map((cell) => cell ?? '');
    }),
  ]);
