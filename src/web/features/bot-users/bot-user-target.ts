import { createBotUserTarget as createTarget, toBotUserState } from '#bulk/bot-user-target.ts';
import type { JobTarget } from '#bulk/job.ts';
import { deletionRefusal } from '#web/api/access.ts';
import { call } from '#web/api/call.ts';
import { permissionsOf } from '#web/features/bot-users/permissions.ts';
import { beginCreate, publish } from '#web/features/bot-users/queries.ts';

/** Bot users, as a job of this page changes them. The list and the other tabs show what it learns. */
export const createBotUserTarget = (): JobTarget => ({
  ...createTarget({ call, publish, beginCreate }),
  refusal({ id, before, after }) {
    if (before === null) return undefined;
    const { refusal } = permissionsOf({ id, name: toBotUserState(before).name });
    return refusal ?? (after === null ? deletionRefusal() : undefined);
  },
});
