import type { Preferences } from '#web/lib/preferences.ts';

export const DENSITIES: Record<Preferences['density'], string> = {
  normal: 'Normal',
  compact: 'Compact',
};

export const ZONES: Record<Preferences['zone'], string> = { local: 'Local', utc: 'UTC' };
