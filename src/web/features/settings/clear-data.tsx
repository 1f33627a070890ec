import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { clearDeviceData, clearRefusal } from '#web/features/settings/device-data.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';

export function ClearData() {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <p className="dim">
        Known routes, settings of this page, open plans, jobs and recent changes, kept in this
        browser only, for everybody who uses it. Your key is not part of it.
      </p>
      <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => setAsked(true)}>
        Clear data on this device…
      </Button>
      {isAsked && <ClearDialog onClose={() => setAsked(false)} />}
    </>
  );
}

function ClearDialog({ onClose }: { onClose: () => void }) {
  const clear = useMutation({
    mutationFn: clearDeviceData,
    networkMode: 'always',
    onSuccess(problem) {
      if (problem !== undefined) return;
      onClose();
      notify({ text: 'Data on this device cleared.' });
    },
  });
  return (
    <AlertDialog
      title="Clear data on this device?"
      confirmLabel="Clear data"
      danger
      busy={clear.isPending}
      refusal={clearRefusal()}
      onConfirm={() => clear.mutate()}
      onClose={onClose}
    >
      {clear.data !== undefined && (
        <Notice tone="danger" role="alert">
          {clear.data}
        </Notice>
      )}
      <p>
        Known routes, settings of this page, open plans, recent changes and jobs go, also unfinished
        jobs of other keys. This cannot be undone. The service is not changed, and you stay signed
        in.
      </p>
    </AlertDialog>
  );
}
