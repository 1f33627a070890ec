import { Button, Skeleton, Stack } from '@mantine/core';
import Brackets from 'lucide-react/icons/brackets';
import FileQuestionMark from 'lucide-react/icons/file-question-mark';
import { Link } from 'react-router-dom';
import { restrictionText } from '#web/features/routes/restriction-words.ts';
import type { Editor } from '#web/features/routes/use-restriction-editor.tsx';
import { count } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { StateCard } from '#web/ui/state-card.tsx';

// What stands in place of the form.

type AbsentProps = { editor: Editor; isRouteKnown: boolean };

export const Absent = ({ editor: { former, restoreFormer, add }, isRouteKnown }: AbsentProps) => (
  <StateCard
    icon={Brackets}
    title="No IP restriction on this route"
    actions={
      <>
        {former && (
          <Button variant="filled" onClick={restoreFormer}>
            Put back {count(former.ip_policy_ids.length, 'policy', 'policies')}
          </Button>
        )}
        <Button variant={former ? 'default' : 'filled'} onClick={add}>
          Add IP restriction
        </Button>
      </>
    }
  >
    <p>
      {isRouteKnown
        ? 'No IP address is checked here. Add an IP restriction to check addresses against IP policies.'
        : 'No IP address is checked here, or the route does not exist: the service answers both alike.'}
    </p>
    {former && (
      <p>
        Removed <RelativeTime text={new Date(former.at).toISOString()} />: {restrictionText(former)}
        .
      </p>
    )}
  </StateCard>
);

export const NoRoute = () => (
  <StateCard
    icon={FileQuestionMark}
    trouble
    title="This route does not exist"
    actions={
      <Button component={Link} to={paths.routes}>
        Back to routes
      </Button>
    }
  >
    <p>Check the edge and the route in the address.</p>
  </StateCard>
);

export const Loading = () => (
  <Stack p="lg" mih="16rem">
    <Skeleton h={14} w="60%" />
    <Skeleton h={14} w="90%" />
  </Stack>
);
