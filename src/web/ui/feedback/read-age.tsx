import layout from '#web/ui/layout/layout.module.css';
import { useNow } from '#web/ui/feedback/relative-time.tsx';

const STALE_MS = 15 * 60_000;

/** Says how old the shown data is once that is worth a thought. */
export function ReadAge({ at }: { at: number }) {
  const age = useNow() - at;
  if (age < STALE_MS) return null;
  return (
    <span className={`${layout.muted} ${layout.small}`}>
      Read {Math.floor(age / 60_000)} min ago
    </span>
  );
}
