import type { PlanLine } from '#bulk/job.ts';
import { BOT_USER_NAME_MAX, UNFIT_IN_NAME } from '#contract/bot-user.ts';

/** A name that cannot be given makes its line a conflict, which says why. */
export function withNameConflicts<Line extends PlanLine>(
  lines: readonly Line[],
  isTaken: (line: Line) => boolean,
): Line[] {
  const isNaming = ({ kind }: Line) => kind === 'create' || kind === 'rename';
  const nameOf = ({ after }: Line) => String(after?.['name']);
  const times = new Map<string, number>();
  for (const line of lines)
    if (isNaming(line)) times.set(nameOf(line), (times.get(nameOf(line)) ?? 0) + 1);
  return lines.map((line) => {
    if (!isNaming(line)) return line;
    const name = nameOf(line);
    const note = nameProblem(name, (times.get(name) ?? 0) > 1, isTaken(line));
    return note === undefined ? line : { ...line, kind: 'conflict', note };
  });
}

function nameProblem(name: string, isTwice: boolean, isTaken: boolean): string | undefined {
  if (name === '') return 'The new name is empty';
  if (Array.from(name).length > BOT_USER_NAME_MAX)
    return `The new name has more than ${BOT_USER_NAME_MAX} characters`;
  if (UNFIT_IN_NAME.test(name))
    return 'The new name has a line break or a character that cannot be seen';
  if (isTaken) return 'Another bot user has this name';
  return isTwice ? 'Another line of this plan has this name' : undefined;
}
