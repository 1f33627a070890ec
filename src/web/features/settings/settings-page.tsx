import '#web/styles/more.css';
import { Radio, Stack, Switch, useMantineColorScheme } from '@mantine/core';
import { useId, useSyncExternalStore, type ReactNode } from 'react';
import { access, useAccessRefusal } from '#web/api/access.ts';
import { useConfig } from '#web/api/config.ts';
import { useBudget } from '#web/api/use-budget.ts';
import { ClearData } from '#web/features/settings/clear-data.tsx';
import { setPreference, usePreferences } from '#web/lib/preferences.ts';
import { absoluteTime } from '#web/lib/time.ts';
import { ageText, idleEndText } from '#web/session/session-limits.ts';
import { session } from '#web/session/session.ts';
import { Page } from '#web/ui/page.tsx';
import { PRODUCT } from '#web/ui/product.ts';
import { useNow } from '#web/ui/relative-time.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { version } from '../../../../package.json';
import styles from './settings.module.css';

export function SettingsPage() {
  return (
    <Page
      title="Settings"
      heading="Settings"
      lead={<p className="dim">Changes take effect at once and are kept on this device.</p>}
    >
      <div className={styles.cards}>
        <Appearance />
        <Session />
        <KeysAndTimes />
        <Card title="Data on this device">
          <ClearData />
        </Card>
      </div>
    </Page>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={`card ${styles.card}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Stack gap="md">{children}</Stack>
    </section>
  );
}

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

function Session() {
  const config = useConfig();
  const keyEnd = useSyncExternalStore(session.subscribe, session.keyEnd);
  const budget = useBudget();
  const refusal = useAccessRefusal();
  const { hasChanged } = useSyncExternalStore(access.subscribe, access.get);
  const permission = hasChanged
    ? 'Can read and change.'
    : 'Can read. Whether it can change is not known yet.';
  return (
    <Card title="Session">
      <dl className={styles.facts}>
        <dt>Service</dt>
        <dd>
          <UntrustedText text={config.service_host} />
        </dd>
        <dt>API key</dt>
        <dd>{keyEnd ? <>Ends in {<code>{keyEnd}</code>}</> : 'Hidden'}</dd>
        <dt>Permission</dt>
        <dd>{refusal ?? permission}</dd>
        {budget !== undefined && (
          <>
            <dt>Budget</dt>
            <dd className="numbers">{budget}</dd>
          </>
        )}
        <dt>Ends</dt>
        <dd>
          After {idleEndText(config)} or {ageText(config)}.{' '}
          {session.staysSignedIn() && 'A reload of this tab keeps it.'}
        </dd>
        <dt>Version</dt>
        <dd>
          {PRODUCT} {version}
        </dd>
      </dl>
    </Card>
  );
}

function KeysAndTimes() {
  const { singleKeys, zone } = usePreferences();
  return (
    <Card title="Keyboard and times">
      <Switch
        label="Single-key shortcuts"
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
    <Radio.Group
      label={label}
      description={hint}
      value={value}
      onChange={(chosen) => onChange(chosen)}
    >
      <div className={styles.options}>
        {Object.entries<string>(texts).map(([each, text]) => (
          <Radio key={each} value={each} label={text} />
        ))}
      </div>
    </Radio.Group>
  );
}
