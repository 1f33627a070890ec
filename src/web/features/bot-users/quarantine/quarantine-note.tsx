import { Link } from 'react-router-dom';
import { useQuarantine } from '#web/features/bot-users/quarantine/quarantine.ts';
import { count } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useNow } from '#web/ui/relative-time.tsx';
import layout from '#web/ui/layout/layout.module.css';

/** Above the list: some are due. */
export function QuarantineNote() {
  const entries = useQuarantine();
  const now = useNow();
  const due = entries.filter(({ dueAt }) => dueAt <= now).length;
  if (due === 0) return null;
  return (
    <Notice tone="neutral" className={layout.inCard}>
      {count(due, 'bot user')} in quarantine {due === 1 ? 'is' : 'are'} due.{' '}
      <Link to={paths.quarantine}>Open quarantine</Link>
    </Notice>
  );
}
