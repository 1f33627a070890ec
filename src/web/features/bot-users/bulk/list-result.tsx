import { useId, useState, type ReactNode } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { useBudget } from '#web/api/use-budget.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import type { ListEnd } from '#web/features/bot-users/data/pages.ts';
import { loadCost } from '#web/features/bot-users/data/load-cost.ts';
import type { ListMatch } from '#web/features/bot-users/bulk/list-entries.ts';
import { count, formatNumber, shorten, shortId } from '#web/lib/format.ts';
import { aboutTime } from '#web/lib/time.ts';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Button } from '#web/ui/parts/button.tsx';
import { Checkbox } from '#web/ui/parts/checkbox.tsx';
import { toSafeLine } from '#web/ui/safe-line.ts';
import styles from './bulk-dialogs.module.css';

type ListResultProps = {
  found: ListMatch;
  /** Why there is no more to load; `undefined`: there is. */
  end: ListEnd | undefined;
  isBusy: boolean;
  /** Why nothing can be planned. */
  blocked: string | undefined;
  onSelect: (ids: string[]) => void;
  onLookUp: () => void;
  onLoad: () => void;
  onCreate: () => void;
};

/** What became of each entry, and what can be done about it. */
export function ListResult({ found, end, isBusy, blocked, ...press }: ListResultProps) {
  const { matched, notLoaded, unknownNames, unknownIds, ambiguous } = found;
  const { limiter } = useBotUsersContext();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const ids = [...new Set([...matched.map(({ id }) => id), ...ticked])];
  const ms = limiter.msFor(notLoaded.length);
  const budget = useBudget();

  function tick(id: string, on: boolean) {
    const next = new Set(ticked);
    if (on) next.add(id);
    else next.delete(id);
    setTicked(next);
  }

  return (
    <>
      {ids.length > 0 && (
        <p>
          <Button size="xs" onClick={() => press.onSelect(ids)}>
            Select {formatNumber(ids.length)}
          </Button>
        </p>
      )}
      <Group
        title="Ambiguous"
        entries={ambiguous}
        action={<p className={`${layout.muted} ${layout.small}`}>Tick those that you mean.</p>}
      >
        {({ entry, rows }) => (
          <>
            <UntrustedText text={shorten(entry)} /> may be:
            <Lines items={rows}>
              {(bot) => (
                <Checkbox
                  label={toSafeLine(`${bot.name} (${bot.id})`)}
                  checked={ticked.has(bot.id)}
                  onChange={(event) => tick(bot.id, event.currentTarget.checked)}
                />
              )}
            </Lines>
          </>
        )}
      </Group>
      <Group
        title="Not loaded"
        entries={notLoaded}
        action={
          <Action name="Look them up" busy={isBusy} onPress={press.onLookUp}>
            Reads each by its id: {count(notLoaded.length, 'request')}
            {ms > 0 && `, ${aboutTime(ms)}`}.{budget && ` ${budget}.`}
          </Action>
        }
      >
        {(id) => <UntrustedText text={shorten(id)} />}
      </Group>
      <Group
        title="Unknown names"
        entries={unknownNames}
        action={
          end === undefined ? (
            <Action name="Load the rest and find" busy={isBusy} onPress={press.onLoad}>
              {loadCost(limiter.perMinute())} {budget && `${budget}.`}
            </Action>
          ) : (
            end === 'last' && (
              <Action
                name={`Plan to create ${formatNumber(unknownNames.length)}`}
                busy={isBusy || blocked !== undefined}
                onPress={press.onCreate}
              >
                {blocked ?? 'No bot user has these names.'}
              </Action>
            )
          )
        }
      >
        {(name) => <UntrustedText text={shorten(name)} />}
      </Group>
      <Group
        title="Unknown ids"
        entries={unknownIds}
        action={
          <p className={`${layout.muted} ${layout.small}`}>The service knows no such bot users.</p>
        }
      >
        {(id) => <UntrustedText text={shorten(id)} />}
      </Group>
      <Group title="Matched" entries={matched}>
        {(bot) => <Named bot={bot} />}
      </Group>
    </>
  );
}

const Named = ({ bot: { id, name } }: { bot: BotUser }) => (
  <span>
    <UntrustedText text={shorten(name)} />{' '}
    <span className={`${layout.mono} ${layout.muted}`} title={toSafeLine(id)}>
      <UntrustedText text={shortId(id)} />
    </span>
  </span>
);

type GroupProps<Entry> = {
  title: string;
  entries: readonly Entry[];
  action?: ReactNode;
  children: (entry: Entry) => ReactNode;
};

function Group<Entry>({ title, entries, action, children }: GroupProps<Entry>) {
  if (entries.length === 0) return null;
  return (
    <section className={styles.group}>
      <h3>
        {title} ({formatNumber(entries.length)})
      </h3>
      {action}
      <Lines items={entries}>{children}</Lines>
    </section>
  );
}

const LISTED = 20;

type LinesProps<Item> = { items: readonly Item[]; children: (item: Item) => ReactNode };

function Lines<Item>({ items, children }: LinesProps<Item>) {
  return (
    <ul className={styles.lines}>
      {items.slice(0, LISTED).map((item, at) => (
        <li key={at}>{children(item)}</li>
      ))}
      {items.length > LISTED && (
        <li className={layout.muted}>and {formatNumber(items.length - LISTED)} more</li>
      )}
    </ul>
  );
}

type ActionProps = { name: string; busy: boolean; onPress: () => void; children: ReactNode };

/** With what it takes, said before. */
function Action({ name, busy, onPress, children }: ActionProps) {
  const id = useId();
  return (
    <div className={layout.row}>
      <BusyButton size="xs" variant="default" busy={busy} aria-describedby={id} onClick={onPress}>
        {name}
      </BusyButton>
      <span id={id} className={`${layout.muted} ${layout.small}`}>
        {children}
      </span>
    </div>
  );
}
