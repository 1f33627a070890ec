import type { Settings } from '#service/settings.ts';

export interface CommandContext {
  settings: Settings;
  /** One line on standard output. */
  print: (line: string) => void;
}
