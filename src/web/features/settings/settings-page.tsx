import { Button, Group, Radio, Stack, Switch, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { runtimeConfig } from '#web/api/config.ts';
import { deleteDeviceData, deletionProblem } from '#web/features/settings/device-data.ts';
import { currentJob } from '#web/jobs/current-job.ts';
import { setPreference, usePreferences } from '#web/lib/preferences.ts';
import { absoluteTime } from '#web/lib/time.ts';
import { ageText, idleEndText } from '#web/session/session-limits.ts';
import { session } from '#web/session/session.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Card, Columns, Facts } from '#web/ui/card.tsx';
import { PRODUCT } from '#web/ui/logo.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { Page } from '#web/ui/page.tsx';
import { useNow } from '#web/ui/relative-time.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { version } from '../../../../package.json';

export const Component = () => (
  <Page
    title="Settings"
    lead={<p className="dim">Changes take effect at once and are kept on this device.</p>}
  >
    <Columns>
      <Stack gap="lg">
        <Appearance />
        <KeysAndTimes />
      </Stack>
      <Stack gap="lg">
        <Session />
        <DeviceData />
      </Stack>
    </Columns>
  </Page>
);

function Appearance() {
  const { density } = usePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <Card title="Appearance">
      <Choice
        label="Colour scheme"
        value={colorScheme}
        texts={{ auto: 'System', light: 'Light', dark: 'Dark' }}
        onChange={setColorScheme}
      />
      <Choice
        label="Rows of tables"
        value={density}
        texts={{ normal: 'Normal', compact: 'Compact' }}
        onChange={(chosen) => setPreference({ density: chosen })}
      />
    </Card>
  );
}

function KeysAndTimes() {
  const { singleKeys, zone } = usePreferences();
  return (
    <Card title="Keyboard and times">
      <Switch
        label="Single-key shortcuts"
        // Else the description would be part of the name.
        aria-label="Single-key shortcuts"
        description="Single keys act when you are not typing."
        checked={singleKeys}
        onChange={(event) => setPreference({ singleKeys: event.currentTarget.checked })}
      />
      <Choice
        label="Exact times"
        hint={`Now: ${absoluteTime(useNow())}. Exported files use UTC.`}
        value={zone}
        texts={{ local: 'Local', utc: 'UTC' }}
        onChange={(chosen) => setPreference({ zone: chosen })}
      />
    </Card>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  hint?: string;
  value: Value;
  texts: Record<Value, string>;
  onChange: (value: Value) => void;
};

function Choice<Value extends string>({ label, hint, value, texts, onChange }: ChoiceProps<Value>) {
  return (
    <Radio.Group label={label} description={hint} value={value} onChange={onChange}>
      <Group mt="xs">
        {Object.entries<string>(texts).map(([each, text]) => (
          <Radio key={each} value={each} label={text} />
        ))}
      </Group>
    </Radio.Group>
  );
}

function Session() {
  const config = runtimeConfig();
  const keyEnd = useSyncExternalStore(session.subscribe, session.keyEnd);
  return (
    <Card title="Session">
      <Facts
        of={{
          Service: <UntrustedText text={config.service_host} />,
          'API key': keyEnd ? <>Ends in {<code>{keyEnd}</code>}</> : 'Hidden',
          Ends: `After ${idleEndText(config)} or ${ageText(config)}. ${
            session.staysSignedIn() ? 'A reload of this tab keeps it.' : ''
          }`,
          Version: `${PRODUCT} ${version}`,
        }}
      />
    </Card>
  );
}

const KEPT = 'Known routes, settings, jobs and recent changes';

function DeviceData() {
  const [isAsking, setAsking] = useState(false);
  const refusal = useSyncExternalStore(currentJob.subscribe, deletionProblem);
  const clear = useMutation({
    mutationFn: deleteDeviceData,
    onSuccess: () => notify({ text: 'Data on this device cleared.' }),
    onSettled: () => setAsking(false),
  });
  return (
    <Card title="Data on this device">
      <p className="dim">
        {KEPT} are kept in this browser only, for everybody who uses it. Your key is not part of it.
      </p>
      {clear.error && (
        <Notice tone="danger">Not everything was deleted. {clear.error.message}</Notice>
      )}
      <Group>
        <Button onClick={() => setAsking(true)}>Clear data on this device…</Button>
      </Group>
      {isAsking && (
        <AlertDialog
          title="Clear data on this device?"
          confirmLabel="Clear data"
          danger
          busy={clear.isPending}
          refusal={refusal}
          onConfirm={() => clear.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            {KEPT} are deleted. This cannot be undone. The service is not changed, and you stay
            signed in.
          </p>
          <p>A job of another key that is not finished ends: its rest will not be tried.</p>
        </AlertDialog>
      )}
    </Card>
  );
}
