import Download from 'lucide-react/icons/download';
import { useEffect, useState } from 'react';
import {
  deleteDeviceData,
  deletionProblem,
  readDeviceData,
  toFile,
  unfinishedJobs,
  type DeviceData,
} from '#web/features/settings/device-data.ts';
import { Section } from '#web/features/settings/section.tsx';
import { download } from '#web/lib/download.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { preferences } from '#web/lib/preferences.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Button } from '#web/ui/parts/button.tsx';
import { icon } from '#web/ui/icon.ts';
import styles from './settings.module.css';

const sizeText = (characters: number) => `${formatNumber(Math.ceil(characters / 1024))} kB`;

export function DeviceDataSection() {
  const [data, setData] = useState<DeviceData>();
  const [asked, setAsked] = useState<DeviceData>();

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

  async function exportAll() {
    const now = new Date();
    const name = `gatehouse-device-${now.toISOString().slice(0, 10)}.json`;
    download(toFile(await readDeviceData(), now), name, 'application/json');
  }

  const isEmpty = data?.stored.length === 0;
  return (
    <Section title="Data on this device">
      <p className={layout.muted}>
        Kept in this browser only, for everybody who uses it. Your key is not part of it.
      </p>
      {isEmpty && <p>Nothing is kept.</p>}
      {data && !isEmpty && <StoredTable data={data} />}
      <div className={layout.row}>
        <Button
          variant="default"
          leftSection={<Download {...icon} />}
          onClick={() => void exportAll()}
        >
          Export data
        </Button>
        <Button variant="default" onClick={() => void readDeviceData().then(setAsked)}>
          Delete data…
        </Button>
      </div>
      {asked && <DeleteDialog data={asked} onClose={() => setAsked(undefined)} />}
    </Section>
  );
}

const StoredTable = ({ data }: { data: DeviceData }) => (
  <table aria-label="Data on this device" className={styles.table}>
    <thead>
      <tr>
        <th scope="col">What</th>
        <th scope="col">Entries</th>
        <th scope="col">Size</th>
      </tr>
    </thead>
    <tbody>
      {data.stored.map(({ label, service, entries, size }) => (
        <tr key={label + service}>
          <th scope="row">
            {label}
            {service && (
              <small>
                <UntrustedText text={service} />
              </small>
            )}
          </th>
          <td>{entries === undefined ? '' : formatNumber(entries)}</td>
          <td>{sizeText(size)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

function DeleteDialog({ data, onClose }: { data: DeviceData; onClose: () => void }) {
  const receipt = useReceipt();
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  const unfinished = unfinishedJobs(data);

  async function confirm() {
    setBusy(true);
    const problem = await deleteDeviceData();
    setBusy(false);
    if (problem !== undefined) return setFailed(problem);
    onClose();
    return receipt({ text: 'The data on this device was deleted.' });
  }

  return (
    <ConfirmDialog
      title="Delete the data on this device?"
      confirmLabel="Delete data"
      danger
      busy={isBusy}
      refusal={deletionProblem(data)}
      onConfirm={confirm}
      onClose={onClose}
    >
      {failed !== undefined && (
        <Notice tone="danger" role="alert">
          {failed}
        </Notice>
      )}
      <p>This cannot be undone. The service is not changed, and you stay signed in.</p>
      <ul className={styles.goes}>
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
      {unfinished > 0 && (
        <p>
          {count(unfinished, 'job')} of another key {unfinished === 1 ? 'is' : 'are'} not finished.
          The rest will not be tried.
        </p>
      )}
    </ConfirmDialog>
  );
}
