import { RecentChangesPanel } from '#web/features/jobs/recent-changes/recent-changes-panel.tsx';

export function RecentChangesDrawer({ onClose }: { onClose: () => void }) {
  return <RecentChangesPanel opener={{ current: null }} onClose={onClose} />;
}
