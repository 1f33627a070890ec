import { Button } from '@mantine/core';
import Download from 'lucide-react/icons/download';
import Upload from 'lucide-react/icons/upload';
import { useRef, useState } from 'react';
import { useConfig } from '#web/api/config.ts';
import { ImportDialog } from '#web/features/routes/list/import-dialog.tsx';
import type { KnownRoute } from '#web/features/routes/known-route.ts';
import {
  planImport,
  toListFile,
  type ImportPlan,
} from '#web/features/routes/list/route-list-file.ts';
import { icon } from '#web/ui/theme/icon.ts';
import { download } from '#web/lib/download.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';

/** @param onUnreadable a file was chosen that is no list of routes */
export function ListFileButtons({
  routes,
  onUnreadable,
}: {
  routes: KnownRoute[];
  onUnreadable: (text: string) => void;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  const [plan, setPlan] = useState<ImportPlan>();
  const host = useConfig().service_host;

  async function read(file: File) {
    onUnreadable('');
    const planned = planImport(await file.text().catch(() => ''), routes, host);
    if (planned === undefined)
      onUnreadable(`${visibleText(file.name)} is not a list of routes. Nothing changed.`);
    else setPlan(planned);
  }

  return (
    <>
      {routes.length > 0 && (
        <Button
          variant="default"
          leftSection={<Download {...icon} />}
          onClick={() =>
            download(
              toListFile(routes, host),
              `routes-${host.replace(/\W+/g, '-')}.json`,
              'application/json',
            )
          }
        >
          Export list
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<Upload {...icon} />}
        onClick={() => chooser.current?.click()}
      >
        Import list
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="List of routes"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file can be chosen again.
          event.currentTarget.value = '';
          if (file) void read(file);
        }}
      />
      {plan && <ImportDialog plan={plan} onClose={() => setPlan(undefined)} />}
    </>
  );
}
