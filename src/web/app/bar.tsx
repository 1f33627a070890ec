import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { useDebouncedValue, useNetwork, useWindowEvent } from '@mantine/hooks';
import CircleUser from 'lucide-react/icons/circle-user-round';
import Search from 'lucide-react/icons/search';
import { useState, useSyncExternalStore } from 'react';
import { Link, useLocation, useNavigation } from 'react-router-dom';
import { access, ACCESS_NOTE } from '#web/api/access.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { useUnreachableSince } from '#web/api/requests.ts';
import { overlay } from '#web/app/overlays.tsx';
import { openPlan } from '#web/jobs/current-job.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { clockTime } from '#web/lib/time.ts';
import { paths } from '#web/paths.ts';
import { icon } from '#web/ui/icon.ts';
import { InstanceTags, Tag } from '#web/ui/instance-tag.tsx';
import { Logo, PRODUCT } from '#web/ui/logo.tsx';
import { onDemand, openings } from '#web/ui/on-demand.tsx';
import { isCommand, isSomethingOpen } from '#web/ui/press.ts';
import styles from './shell.module.css';

const AccountMenu = onDemand(() => import('#web/app/account-menu.tsx'), 'AccountMenu');

export function Bar() {
  return (
    <header className={`bar ${styles.bar}`}>
      <Link className="brand screen-only" to={paths.botUsers} aria-label={`${PRODUCT} home`}>
        <Logo />
        <span className="wide">{PRODUCT}</span>
      </Link>
      <Navigation />
      {/* All that paper has of the bar. */}
      <Group className={styles.tags} gap="2px xs" miw={0}>
        <InstanceTags {...runtimeConfig()} />
        <ReadOnlyTag />
      </Group>
      <PaletteButton />
      <Connection />
      <AccountButton />
    </header>
  );
}

function Navigation() {
  const { pathname } = useLocation();
  const planned = openPlan.use()?.target;
  const isPlan = pathname === paths.plan;
  // The editor of a route belongs to Routes, though its address follows the API's.
  const isOfRoutes =
    /^\/(routes|edges|policies)(\/|$)/.test(pathname) || (isPlan && planned === 'route');
  const isOfBotUsers = /^\/bot-users(\/|$)/.test(pathname) || (isPlan && planned === 'bot-user');
  return (
    <Group
      component="nav"
      aria-label="Main"
      className={`screen-only ${styles.sections}`}
      align="stretch"
      wrap="nowrap"
      gap={0}
      mih="3.25rem"
      mr="auto"
    >
      <Link to={paths.botUsers} aria-current={isOfBotUsers ? 'page' : undefined}>
        Bot users
      </Link>
      <Link to={paths.routes} aria-current={isOfRoutes ? 'page' : undefined}>
        Routes
      </Link>
    </Group>
  );
}

function ReadOnlyTag() {
  const { isReadOnly } = access.use();
  return isReadOnly && <Tag id={ACCESS_NOTE}>Read-only key</Tag>;
}

const openPalette = () => overlay.set('palette');

/** Where there is room it looks like the field that it opens. */
function PaletteButton() {
  // Wherever the focus is, but not over another dialog.
  useWindowEvent('keydown', (event) => {
    if (!isCommand(event, 'K')) return;
    event.preventDefault();
    if (!isSomethingOpen()) openPalette();
  });
  return (
    <Button
      variant="subtle"
      className={styles.palette}
      leftSection={<Search {...icon} />}
      rightSection={<kbd aria-hidden>Ctrl K</kbd>}
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onClick={openPalette}
    >
      Search or run a command
    </Button>
  );
}

/** Until it says that what was pressed is still to come, in milliseconds: most is here before. */
const LATE_MS = 1_000;

/** The service's host, and in words that it cannot be reached, or that what was pressed is on its way. */
function Connection() {
  const host = runtimeConfig().service_host;
  const isOnline = useNetwork().online;
  const since = useUnreachableSince();
  usePreferences(); // The time is shown in the chosen zone.
  const unreachable = since !== undefined && `not reachable since ${clockTime(since)}`;
  const lost = isOnline ? unreachable : 'offline';
  const isOpening = useSyncExternalStore(openings.subscribe, () => openings.get() > 0);
  const isLoading = useNavigation().state === 'loading' || isOpening;
  const [isLate] = useDebouncedValue(isLoading, LATE_MS);
  const said = lost || (isLoading && isLate && 'loading…');
  return (
    <Group
      gap="0 0.5rem"
      // Before the tags it is the host that is cut, which the account menu has as well.
      flex="0 100 auto"
      miw={said ? 'min(11rem, 100%)' : '7rem'}
      className={`screen-only ${styles.connection}`}
      data-said={said ? true : undefined}
    >
      <Text component="div" size="xs" truncate title={host}>
        {host}
      </Text>
      <Text
        component="div"
        role="status"
        size="xs"
        c={lost ? 'var(--app-instance-red)' : 'inherit'}
        fw={620}
      >
        {said}
      </Text>
    </Group>
  );
}

function AccountButton() {
  const [button, setButton] = useState<HTMLElement>();
  return (
    <>
      <ActionIcon
        size={32}
        aria-label="Account menu"
        aria-haspopup="menu"
        aria-expanded={button !== undefined}
        onClick={(event) => setButton(event.currentTarget)}
      >
        <CircleUser size={18} strokeWidth={1.6} aria-hidden />
      </ActionIcon>
      {button && <AccountMenu button={button} onClose={() => setButton(undefined)} />}
    </>
  );
}
