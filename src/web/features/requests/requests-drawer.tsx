import '#web/styles/more.css';
import { Drawer } from '@mantine/core';
import { ActivityRequests } from '#web/features/activity/activity-requests.tsx';

export function RequestsDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Drawer opened onClose={onClose} title="Requests">
      <ActivityRequests />
    </Drawer>
  );
}
