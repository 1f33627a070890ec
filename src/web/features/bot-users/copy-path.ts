import { BOT_USER_NAME_MAX, type BotUser } from '#contract/bot-user.ts';
import { paths } from '#web/paths.ts';

const COPY = ' copy';

/** The form for a new one, filled with what this one has. */
export function copyPath({ name, active }: BotUser): string {
  const begin = Array.from(name.trim()).slice(0, BOT_USER_NAME_MAX - COPY.length);
  const filled = { name: begin.join('') + COPY, ...(!active && { active: 'off' }) };
  return `${paths.botUserNew}?${new URLSearchParams(filled)}`;
}
