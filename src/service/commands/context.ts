import type { Settings } from '#service/settings.ts';

export interface CommandContext {
  settings: Settings;
  /** One line on standard output. */
  print: (line: string) => void;
  /** Text of any length on standard output; resolves when whoever reads has taken it. */
  write: (text: string) => Promise<void>;
  /** One line on standard error. */
  warn: (line: string) => void;
  /** Asks the person at the terminal, who may give no answer; missing: there is no terminal. */
  ask?: Ask | undefined;
}

export type Ask = (question: string) => Promise<string>;
