import { Button } from '@mantine/core';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { Component, useState, useSyncExternalStore, type ReactNode } from 'react';
import { reportOf } from '#web/app/error-report.ts';
import { session } from '#web/session/session.ts';
import { CopyButton } from '#web/ui/copy.tsx';
import { PRODUCT } from '#web/ui/product.ts';
import { StateCard } from '#web/ui/state-card.tsx';

type BoundaryState = { caught?: { error: unknown } };

/** Around everything: also what stands around the pages may throw. */
export class CrashBoundary extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = {};

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { caught: { error } };
  }

  override render() {
    const { caught } = this.state;
    if (!caught) return this.props.children;
    return (
      <main id="main" className="alone">
        <title>{`Error · ${PRODUCT}`}</title>
        <h1>{PRODUCT}</h1>
        <Crash error={caught.error} title="The app crashed" />
      </main>
    );
  }
}

type CrashProps = { error: unknown; title: string; actions?: ReactNode };

/** In place of what has thrown. */
export function Crash({ error, title, actions }: CrashProps) {
  const [report] = useState(() => reportOf(error));
  return (
    <StateCard
      icon={CircleAlert}
      trouble
      title={title}
      actions={
        <>
          {actions}
          <ReloadButton />
          <CopyButton label="Copy report" text={report} />
        </>
      }
    >
      <p>Nothing was sent. Unsaved text on this page is gone.</p>
      <ReloadNote />
    </StateCard>
  );
}

export const ReloadButton = () => (
  <Button variant="default" onClick={() => location.reload()}>
    Reload the page
  </Button>
);

export function ReloadNote() {
  const { kind } = useSyncExternalStore(session.subscribe, session.state);
  if (kind === 'signed-out' || session.staysSignedIn()) return null;
  return <p>After a reload you have to sign in again, unless another tab is signed in.</p>;
}
