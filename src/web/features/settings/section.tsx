import { useId, type ReactNode } from 'react';
import layout from '#web/ui/layout/layout.module.css';
import parts from '#web/ui/layout/page-parts.module.css';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={layout.card} aria-labelledby={id}>
      <div className={parts.cardHeader}>
        <h2 id={id}>{title}</h2>
      </div>
      <div className={`${layout.pad} ${layout.stack}`}>{children}</div>
    </section>
  );
}
