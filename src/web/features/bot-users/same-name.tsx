import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { BotUser } from '#contract/bot-user.ts';
import { permissionsOf } from '#web/features/bot-users/permissions.ts';
import { loadedRows } from '#web/features/bot-users/queries.ts';
import { visualKey } from '#web/ui/safe-line.ts';

/** After the last key, so that nobody hears of each letter, and 100,000 names are compared once. */
const QUIET_MS = 400;

type SameNameProps = {
  /** As it is typed. */
  name: string;
  /** The bot user that is edited; its name as it is saved is no news. */
  own: BotUser | undefined;
};

/** Says that another loaded bot user has the name. No error: whether names may repeat is for the service to say. */
export function SameName({ name, own }: SameNameProps) {
  const [key] = useDebouncedValue(visualKey(name), QUIET_MS);
  const ownId = own?.id;
  const isNews = key !== '' && key !== (own && visualKey(own.name));
  const found = useMemo(() => {
    const rows = isNews ? loadedRows() : [];
    return rows.find((bot) => bot.id !== ownId && visualKey(bot.name) === key);
  }, [isNews, key, ownId]);

  const same = key === visualKey(name) ? found : undefined;
  const path = same && permissionsOf(same).path;
  return (
    <p role="status">
      {same && (
        // One element, so that it is read out once.
        <span>Another loaded bot user has this name. {path && <Link to={path}>Open it</Link>}</span>
      )}
    </p>
  );
}
