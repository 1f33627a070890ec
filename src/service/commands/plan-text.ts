import { isChange, type LineKind, type PlanLine, type State, type TargetKind } from '#bulk/job.ts';
import { routeIdsOf } from '#bulk/route-ids.ts';
import { toRestriction } from '#bulk/route-target.ts';
import { printable } from '#client/curl.ts';

/** `1,200 changes`; `1 change` */
export const count = (number: number, what: string) =>
  `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;

/** The id of a target as people and settings write it. */
export function idText(target: TargetKind, id: string): string {
  if (target === 'bot-user' || id === '') return id;
  const { edge_id, id: routeId } = routeIdsOf(id);
  return `${edge_id}/${routeId}`;
}

/** One line of a plan, such as `~ rename bot_1 "a" to "b"`; nothing in it moves the cursor of a terminal. */
export function lineText(target: TargetKind, line: PlanLine): string {
  const warning = isChange(line) && line.note ? `: ${line.note}` : '';
  return printable(textOf(target, line) + warning);
}

function textOf(target: TargetKind, { kind, id, label, before, after, note }: PlanLine): string {
  const subject = [idText(target, id), JSON.stringify(label)].filter(Boolean).join(' ');
  if (kind === 'conflict') return `! ${note?.replace(/\.$/, '')}: ${subject}`;
  if (kind === 'create') return `+ create ${subject}, ${stateText(after)}`;
  if (kind === 'delete') return `- delete ${subject}`;
  const change = `~ ${wordsOf(kind)} ${subject}`;
  if (kind === 'replace') return `${change}, ${stateText(before)} to ${stateText(after)}`;
  if (kind !== 'rename') return change;
  const isSwitched = before?.['active'] !== after?.['active'];
  const renamed = `${change} to ${JSON.stringify(after?.['name'])}`;
  return isSwitched ? `${renamed}, ${stateText(after)}` : renamed;
}

function stateText(state: State | null): string {
  if (state === null) return 'none';
  if ('active' in state) return state['active'] === true ? 'active' : 'inactive';
  const { enabled, ip_policy_ids } = toRestriction(state);
  return `${enabled ? 'on' : 'off'} (${ip_policy_ids.join(', ')})`;
}

const wordsOf = (kind: LineKind) => kind.replace('-', ' ');

function endOf(kind: LineKind): string {
  if (isChange({ kind })) return `to ${wordsOf(kind)}`;
  return kind === 'conflict' ? 'in conflict' : 'unchanged';
}

/** `Plan: 3 to create, 1 to rename, 40 unchanged; 2 that the file does not name stay.` */
export function summaryOf(lines: readonly PlanLine[], stays: number): string {
  const counts = new Map<LineKind, number>();
  for (const { kind } of [...lines.filter(isChange), ...lines.filter((line) => !isChange(line))])
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const parts = [...counts].map(([kind, each]) => `${each.toLocaleString('en')} ${endOf(kind)}`);
  const rest = stays > 0 ? `; ${stays.toLocaleString('en')} that the file does not name stay` : '';
  return `Plan: ${parts.join(', ')}${rest}.`;
}
