import { session } from '#web/session/session.ts';
import { DiscardDialog } from '#web/ui/unsaved-guard.tsx';

export const SignOutUnsaved = ({ onClose }: { onClose: () => void }) => (
  <DiscardDialog onDiscard={() => session.end('signed-out')} onKeep={onClose} />
);
