import { Button, Group, TextInput } from '@mantine/core';
import ListFilter from 'lucide-react/icons/list-filter';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { routeKey } from '#bulk/route-ids.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { useKnownRoutes, type KnownRoute } from '#web/features/routes/known-routes.ts';
import { selection } from '#web/features/routes/selection.ts';
import type { Board, ExposureChoice } from '#web/features/routes/use-board.ts';
import { isLong, UNASKED_MAX, type Checks } from '#web/features/routes/use-reading.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { aboutTime } from '#web/lib/time.ts';
import { paths } from '#web/paths.ts';
import { BulkBar } from '#web/ui/bulk-bar.tsx';
import { icon } from '#web/ui/icon.ts';
import { Segments } from '#web/ui/segments.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { useShortcuts, useSingleKeys } from '#web/ui/use-shortcuts.ts';
import styles from './board.module.css';

type BoardToolsProps = { board: Board; checks: Checks };

/** One line; on a narrow screen most filters are behind "Filter". With a selection its actions take their place. */
export function BoardTools({ board, checks }: BoardToolsProps) {
  const { exposure, policy, counts } = board;
  const [isOpen, setOpen] = useState(exposure !== 'all' || policy !== '');
  const field = useRef<HTMLInputElement>(null);
  const singleKeys = useSingleKeys();
  useShortcuts([
    { key: '/', does: 'Filter routes', run: () => field.current?.focus() },
    { key: 'Escape', does: 'Clear selection', run: selection.clear },
  ]);
  const keys = selection.useIds();
  const isSelecting = keys.size > 0;
  const countSelected = (of: readonly KnownRoute[]) =>
    of.filter((route) => keys.has(routeKey(route))).length;
  // Another tab may have taken some off the list.
  const selected = countSelected(useKnownRoutes().routes);
  const shown = countSelected(board.shown);
  const option = (value: Exclude<ExposureChoice, 'all'>, text: string) => ({
    value,
    text,
    // Nothing is claimed of what was not read.
    count: counts.unchecked > 0 && counts.checked === 0 ? '–' : formatNumber(counts[value]),
  });

  return (
    <Group
      gap="xs"
      px="sm"
      py={6}
      mih="3.5rem"
      className={`screen-only ruled ${styles.tools}`}
      data-open={(isOpen && !isSelecting) || undefined}
    >
      <TextInput
        ref={field}
        type="search"
        flex="1 1 5rem"
        maw="18rem"
        aria-label="Filter routes"
        aria-keyshortcuts={singleKeys ? '/' : undefined}
        placeholder="Label or id"
        leftSection={<Search {...icon} />}
        value={board.text}
        error={board.textError}
        onChange={(event) => board.setText(event.currentTarget.value)}
      />
      {isSelecting ? (
        // All of it goes through the roll-out, which stops for a person to look.
        <BulkBar selected={selected} hidden={selected - shown} onClear={selection.clear}>
          <Button size="compact-sm" component={Link} to={paths.applyToRoutes}>
            Apply to selected…
          </Button>
        </BulkBar>
      ) : (
        <>
          <Button
            variant="subtle"
            px="xs"
            className={styles.fold}
            aria-expanded={isOpen}
            leftSection={<ListFilter {...icon} />}
            onClick={() => setOpen(!isOpen)}
          >
            Filter
          </Button>
          <div className="folded" data-open={isOpen || undefined}>
            <Segments<ExposureChoice>
              legend="Exposure"
              value={exposure}
              onChange={(choice) => board.set({ exposure: choice === 'all' ? '' : choice })}
              options={[
                { value: 'all', text: 'All', count: formatNumber(counts.all) },
                option('open', 'Open'),
                option('protected', 'Protected'),
                option('errors', 'Errors'),
              ]}
            />
          </div>
          {/* Which routes hold a policy: by its whole id or name, else by a part of them. */}
          <TextInput
            className={styles.policy}
            aria-label="Uses policy"
            placeholder="Policy id or name"
            spellCheck={false}
            autoComplete="off"
            value={policy}
            onChange={(event) => board.set({ policy: event.currentTarget.value })}
          />
          <CheckButton checks={checks} />
        </>
      )}
    </Group>
  );
}

/** Reads what is older than a minute, and everything where nothing is. */
function CheckButton({ checks }: { checks: Checks }) {
  const { routes } = useKnownRoutes();
  const { stale, isBusy, progress, check, cancel } = checks;
  const due = stale.length > 0 ? stale : routes;
  const ms = rateLimiter.msFor(due.length);
  const now = due.length > UNASKED_MAX ? `Check ${count(due.length, 'route')}` : 'Check all';
  // The name stays while it is busy, though less and less is to be read.
  const [name, setName] = useState(now);
  if (!isBusy && name !== now) setName(now);
  return (
    <Group gap={4} ml="auto" wrap="nowrap">
      {/* Not for a check that is over in a moment. */}
      {progress !== '' && (
        <Button variant="subtle" px="xs" leftSection={<X {...icon} />} onClick={cancel}>
          <span className={styles.words}>Cancel checking</span>
        </Button>
      )}
      <SubmitButton
        variant="subtle"
        px="xs"
        busy={isBusy}
        leftSection={<RefreshCw {...icon} />}
        onClick={() => check(due)}
      >
        <span className={styles.words}>{name}</span>
      </SubmitButton>
      {isLong(ms) && !isBusy && <span className="dim wide">{aboutTime(ms)}</span>}
    </Group>
  );
}
