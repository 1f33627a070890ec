import type { LineKind, TargetKind } from '#web/jobs/job.ts';
import { countTargets } from '#web/jobs/to-plan.ts';
import { count } from '#web/lib/format.ts';

/** In the order in which they are offered. */
const KINDS: Record<LineKind, string> = {
  create: 'Create',
  rename: 'Rename',
  'set-active': 'Set active',
  'set-inactive': 'Set inactive',
  replace: 'Replace',
  delete: 'Delete',
  'no-change': 'No change',
  conflict: 'Conflict',
};

interface Words {
  /** `Start with one …` */
  one: string;
  /** `Back to …` */
  list: string;
  /** Over the column of what they are called. */
  name: string;
  /** In the field that filters the lines of a plan. */
  filter: string;
  kinds: Record<LineKind, string>;
  /** In place of a state where there is none: before a creation, and after a deletion. */
  none: string;
  gone: string;
  /** Asks before so many are deleted. */
  deletion: (value: number) => { title: string; confirmLabel: string; text: string };
  /** Offered in place of that. */
  instead: string;
  undo: (changes: number) => string;
}

/** What is said of the two kinds of targets. */
export const TARGET_WORDS: Record<TargetKind, Words> = {
  'bot-user': {
    one: 'bot user',
    list: 'bot users',
    name: 'Name',
    filter: 'Filter by name or id',
    kinds: KINDS,
    none: '–',
    gone: 'Deleted',
    deletion: (value) => ({
      title: `Delete ${countTargets('bot-user', value)}?`,
      confirmLabel: `Delete ${countTargets('bot-user', value)}`,
      text: 'This cannot be undone. Programs that still use them may stop working. New ones with the same names get other ids.',
    }),
    instead: 'Set inactive instead',
    undo: (changes) => `Undo ${count(changes, 'change')}`,
  },
  route: {
    one: 'route',
    list: 'routes',
    name: 'Route',
    filter: 'Filter by name, id or policy',
    kinds: { ...KINDS, create: 'Add', delete: 'Remove' },
    none: 'No IP restriction',
    gone: 'Removed',
    deletion: (value) => ({
      title: `Remove the IP restriction from ${countTargets('route', value)}?`,
      confirmLabel: `Remove from ${countTargets('route', value)}`,
      text: 'No IP address will be checked there. The policies are not deleted, and the report offers to put all back.',
    }),
    instead: 'Turn enforcement off instead',
    undo: () => 'Put all back',
  },
};
