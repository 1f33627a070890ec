import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { BotUser } from '#contract/bot-user.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import type { Page } from '#web/features/bot-users/data/pages.ts';
import { runSliced } from '#web/features/bot-users/view/live.ts';
import { paths, pathTo } from '#web/paths.ts';
import { visualKey } from '#web/ui/safe-line.ts';
import styles from './bot-user-editor.module.css';

/** After the last key: nobody wants to hear of each letter. */
const QUIET_MS = 400;

/** Nothing is kept for it: 100,000 names are compared in slices, in less time than until the next letter. */
function* findSame(pages: readonly Page[], key: string, ownId: string | undefined) {
  for (const { bot_users } of pages) {
    const same = bot_users.find(({ id, name }) => id !== ownId && visualKey(name) === key);
    if (same) return same;
    yield;
  }
  return undefined;
}

type SameNameProps = {
  /** As it is typed. */
  name: string;
  /** The one that is edited; its name as it is saved is no news. */
  own: BotUser | undefined;
};

/** Says that another loaded bot user has the name. No error: whether names may repeat is the service's to say. */
export function SameName({ name, own }: SameNameProps) {
  const { cache } = useBotUsersContext();
  const [found, setFound] = useState<BotUser>();
  const key = visualKey(name);
  const ownId = own?.id;
  const isNews = key !== '' && key !== (own && visualKey(own.name));

  useEffect(() => {
    if (!isNews) return undefined;
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = runSliced(findSame(cache.data()?.pages ?? [], key, ownId), setFound);
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [cache, key, ownId, isNews]);

  const same = found && isNews && visualKey(found.name) === key ? found : undefined;
  const path = same && pathTo(paths.botUser, { botUserId: same.id });
  return (
    <p role="status" className={styles.sameName}>
      {same && <>Another loaded bot user has this name. {path && <Link to={path}>Open it</Link>}</>}
    </p>
  );
}
