import { warningsOf } from '#web/features/routes/editor/draft-warnings.ts';
import type { Draft } from '#web/features/routes/editor/module-draft.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

export function WarningList({ draft }: { draft: Draft }) {
  return warningsOf(draft).map(({ title, text }) => (
    <Notice key={title} tone="warn" title={title}>
      {text}
    </Notice>
  ));
}
