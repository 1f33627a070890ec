import { Button, Stack } from '@mantine/core';
import { Component, useState, type ReactNode } from 'react';
import { reportOf } from '#web/app/error-report.ts';
import { CopyButton } from '#web/ui/copy.tsx';
import { PRODUCT } from '#web/ui/logo.tsx';
import { StateCard } from '#web/ui/state-card.tsx';

/** Around everything: also what stands around the pages may throw. */
export class CrashBoundary extends Component<{ children: ReactNode }, { caught?: [unknown] }> {
  override state: { caught?: [unknown] } = {};

  static getDerivedStateFromError = (error: unknown) => ({ caught: [error] });

  override render() {
    const { caught } = this.state;
    if (!caught) return this.props.children;
    return (
      <Alone title="Error">
        <Crash error={caught[0]} title="The app crashed" />
      </Alone>
    );
  }
}

/** A page without the frame: the app has not started, or everything is broken. */
export const Alone = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack component="main" id="main" maw="42rem" mx="auto" px="md" py="xl">
    <title>{`${title} · ${PRODUCT}`}</title>
    <h1>{PRODUCT}</h1>
    {children}
  </Stack>
);

type CrashProps = { error: unknown; title: string; actions?: ReactNode };

/** In place of what has thrown. */
export function Crash({ error, title, actions }: CrashProps) {
  const [report] = useState(() => reportOf(error));
  return (
    <StateCard
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
    </StateCard>
  );
}

export const ReloadButton = () => (
  <Button onClick={() => location.reload()}>Reload the page</Button>
);
