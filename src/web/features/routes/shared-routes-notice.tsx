import type { UseQueryResult } from '@tanstack/react-query';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/parts/button.tsx';

/** Above a list of routes in which the shared ones are missing. */
export const SharedRoutesNotice = ({ inventory }: { inventory: UseQueryResult }) =>
  inventory.error && (
    <Notice
      tone="danger"
      role="alert"
      title="Shared routes could not be loaded."
      details={detailsOf(inventory.error)}
      actions={
        <Button size="xs" variant="default" onClick={() => void inventory.refetch()}>
          Try again
        </Button>
      }
    >
      {reasonOf(inventory.error, 'read')}
    </Notice>
  );
