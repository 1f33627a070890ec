import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import {
  deleteDeviceData,
  deletionProblem,
  readDeviceData,
  toFile,
  unfinishedJobs,
  type DeviceContent,
} from '#web/features/settings/device-data.ts';
import { download } from '#web/lib/download.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { preferences } from '#web/lib/preferences.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './settings.module.css';

/** What the app keeps in this browser: seen, exported, cleared. */
export function DeviceData() {
  const [data, setData] = useState<DeviceContent>();
  const [asked, setAsked] = useState<DeviceContent>();

  useEffect(() => {
    const read = () => void readDeviceData().then(setData);
    read();
    // A setting is part of it.
    const stop = preferences.subscribe(read);
    window.addEventListener('storage', read);
    return () => {
      stop();
      window.removeEventListener('storage', read);
    };
  }, []);

  async function save() {
    const now = new Date();
    const name = `gatehouse-device-${now.toISOString().slice(0, 10)}.json`;
    download(toFile(await readDeviceData(), now), name, 'application/json');
  }

  return (
    <>
      <p className="dim">
        Kept in this browser only, for everybody who uses it. Your key is not part of it.
      </p>
      {data?.stored.length === 0 ? <p>Nothing is kept.</p> : data && <StoredList data={data} />}
      <Group gap="xs">
        <Button variant="default" onClick={() => void save()}>
          Export data
        </Button>
        <Button variant="default" onClick={() => void readDeviceData().then(setAsked)}>
          Clear data on this device…
        </Button>
      </Group>
      {asked && <ClearDialog data={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

const StoredList = ({ data }: { data: DeviceContent }) => (
  <ul className={styles.stored}>
    {data.stored.map(({ label, service, entries }) => (
      <li key={label + service}>
        {label}
        {entries !== undefined && ` (${formatNumber(entries)})`}
        {service && (
          <>
            , <UntrustedText text={service} />
          </>
        )}
      </li>
    ))}
  </ul>
);

function ClearDialog({ data, onClose }: { data: DeviceContent; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const unfinished = unfinishedJobs(data);

  async function clear() {
    setBusy(true);
    const failed = await deleteDeviceData();
    setBusy(false);
    setProblem(failed);
    if (failed !== undefined) return;
    onClose();
    notify({ text: 'Data on this device cleared.' });
  }

  return (
    <AlertDialog
      title="Clear data on this device?"
      confirmLabel="Clear data"
      danger
      busy={isBusy}
      refusal={deletionProblem(data)}
      onConfirm={clear}
      onClose={onClose}
    >
      {problem !== undefined && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <p>This cannot be undone. The service is not changed, and you stay signed in.</p>
      <StoredList data={data} />
      {unfinished > 0 && (
        <p>
          {count(unfinished, 'job')} of another key {unfinished === 1 ? 'is' : 'are'} not finished.
          The rest will not be tried.
        </p>
      )}
    </AlertDialog>
  );
}
