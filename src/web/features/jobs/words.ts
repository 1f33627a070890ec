import type { LineKind, TargetKind } from '#web/jobs/job.ts';
import { countTargets } from '#web/jobs/to-plan.ts';
import { count } from '#web/lib/format.ts';

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

/** The words for the two kinds of targets. */
export const TARGET_WORDS = {
  'bot-user': {
    one: 'bot user',
    list: 'Bot users',
    name: 'Name',
    kinds: KINDS,
    /** In place of a state where there is none: before a creation, and after a deletion. */
    none: '–',
    gone: 'Deleted',
    deletion: (value: number) => ({
      title: `Delete ${countTargets('bot-user', value)}?`,
      confirmLabel: `Delete ${countTargets('bot-user', value)}`,
      text: 'This cannot be undone. Programs that still use them may stop working.',
    }),
    instead: 'Set inactive instead',
    undo: (changes: number) => `Undo ${count(changes, 'change')}`,
  },
  route: {
    one: 'route',
    list: 'Routes',
    name: 'Route',
    kinds: { ...KINDS, create: 'Add', delete: 'Remove' },
    none: 'No IP restriction',
    gone: 'Removed',
    deletion: (value: number) => ({
      title: `Remove the IP restriction from ${countTargets('route', value)}?`,
      confirmLabel: `Remove from ${countTargets('route', value)}`,
      text: 'No IP address will be checked there. The policies are not deleted, and the report offers to put all back.',
    }),
    instead: 'Turn it off instead',
    undo: () => 'Put all back',
  },
} satisfies Record<TargetKind, object>;
