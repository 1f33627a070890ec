import { useSyncExternalStore } from 'react';
import { access, useAccessRefusal } from '#web/api/access.ts';
import { useConfig } from '#web/api/config.ts';
import { useBudget } from '#web/api/use-budget.ts';
import { DENSITIES, ZONES } from '#web/features/settings/choices.ts';
import { DeviceDataSection } from '#web/features/settings/device-data-section.tsx';
import { Section } from '#web/features/settings/section.tsx';
import { useMantineColorScheme } from '@mantine/core';
import { setPreference, usePreferences } from '#web/lib/preferences.ts';
import { absoluteTime } from '#web/lib/time.ts';
import { session } from '#web/session/session.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { useNow } from '#web/ui/relative-time.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { SettingSwitch } from '#web/ui/form/setting-switch.tsx';
import layout from '#web/ui/layout/layout.module.css';
import parts from '#web/ui/layout/page-parts.module.css';
import { Page } from '#web/ui/layout/page.tsx';
import { PRODUCT } from '#web/ui/product.ts';
import { version } from '../../../../package.json';
import styles from './settings.module.css';

export function SettingsPage() {
  return (
    <Page
      title="Settings"
      heading="Settings"
      lead={
        <p className={layout.muted}>Changes take effect at once and are kept on this device.</p>
      }
    >
      <div className={styles.sections}>
        <Connection />
        <Appearance />
        <Keyboard />
        <Time />
        <DeviceDataSection />
      </div>
    </Page>
  );
}

function Connection() {
  const { service_host } = useConfig();
  const keyEnd = useSyncExternalStore(session.subscribe, session.keyEnd);
  const budget = useBudget();
  const refusal = useAccessRefusal();
  const { hasChanged } = useSyncExternalStore(access.subscribe, access.get);
  const unknown = hasChanged
    ? 'Can read and change.'
    : 'Can read. Whether it can change is not known yet.';
  return (
    <Section title="Connection">
      <dl className={parts.facts}>
        <dt>Service</dt>
        <dd>
          <UntrustedText text={service_host} />
        </dd>
        <dt>API key</dt>
        <dd>{keyEnd ? <>Ends in {<code className={layout.mono}>{keyEnd}</code>}</> : 'Hidden'}</dd>
        <dt>Access</dt>
        <dd>{refusal ?? unknown}</dd>
        {budget !== undefined && (
          <>
            <dt>Budget</dt>
            <dd className={layout.num}>{budget}</dd>
          </>
        )}
        <dt>Version</dt>
        <dd>
          {PRODUCT} {version}
        </dd>
      </dl>
    </Section>
  );
}

function Appearance() {
  const { density } = usePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <Section title="Appearance">
      <Choice
        label="Colour scheme"
        value={colorScheme}
        texts={{ auto: 'System', light: 'Light', dark: 'Dark' }}
        onChange={setColorScheme}
      />
      <Choice
        label="Rows of tables"
        value={density}
        texts={DENSITIES}
        onChange={(chosen) => setPreference({ density: chosen })}
      />
    </Section>
  );
}

function Keyboard() {
  const { singleKeys, rowStops } = usePreferences();
  return (
    <Section title="Keyboard">
      <SettingSwitch
        label="Single-key shortcuts"
        hint="Single keys act when you are not typing."
        checked={singleKeys}
        onChange={(isOn) => setPreference({ singleKeys: isOn })}
      />
      <SettingSwitch
        label="One Tab stop a row"
        hint="Tab goes from row to row of a table. The left and right arrow keys move inside a row. Off: Tab stops at every control."
        checked={rowStops}
        onChange={(isOn) => setPreference({ rowStops: isOn })}
      />
    </Section>
  );
}

function Time() {
  const { zone } = usePreferences();
  const now = useNow();
  return (
    <Section title="Time">
      <Choice
        label="Exact times"
        hint={`Now: ${absoluteTime(now)}. Exported files use UTC.`}
        value={zone}
        texts={ZONES}
        onChange={(chosen) => setPreference({ zone: chosen })}
      />
    </Section>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  hint?: string;
  value: Value;
  texts: Record<Value, string>;
  onChange: (value: Value) => void;
};

/** The group has the same name for screen readers. */
function Choice<Value extends string>({ label, hint, value, texts, onChange }: ChoiceProps<Value>) {
  return (
    <div className={styles.choice}>
      <div>
        <strong aria-hidden>{label}</strong>
        {hint && <p className={`${layout.muted} ${layout.small}`}>{hint}</p>}
      </div>
      <Segmented
        legend={label}
        value={value}
        // The keys of `texts`.
        options={Object.entries<string>(texts).map(([each, text]) => ({
          value: each as Value,
          text,
        }))}
        onChange={onChange}
      />
    </div>
  );
}
