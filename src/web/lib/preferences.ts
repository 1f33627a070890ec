import { createDeviceValue } from '#web/lib/device-storage.ts';

export type Preferences = {
  /** How high the rows of tables are. */
  density: 'normal' | 'compact';
  /** Whether characters act by themselves (WCAG 2.1.4); keys like Escape always do. */
  singleKeys: boolean;
  /** In which zone exact times are shown. */
  zone: 'local' | 'utc';
};

/** What was chosen on this device. Read without a schema, for that is before the first rows. */
export const preferences = createDeviceValue('gatehouse.preferences', (content): Preferences => {
  const { density, singleKeys, zone }: Partial<Record<string, unknown>> = Object(content);
  return {
    density: density === 'compact' ? density : 'normal',
    singleKeys: singleKeys !== false,
    zone: zone === 'utc' ? zone : 'local',
  };
});

export const setPreference = (changed: Partial<Preferences>) =>
  preferences.change((before) => ({ ...before, ...changed }));

export const usePreferences = preferences.use;
