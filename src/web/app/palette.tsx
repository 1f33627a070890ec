import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ownHosts, useConfig } from '#web/api/config.ts';
import { paletteEntries } from '#web/app/palette-entries.ts';
import type { AccountMenuActions } from '#web/app/account-menu-panel.tsx';
import { signOut } from '#web/app/sign-out.ts';
import { SignOutDialog } from '#web/app/sign-out-dialog.tsx';
import { botUserKeys, type Pages } from '#web/features/bot-users/data/pages.ts';
import { wasUsed } from '#web/features/bot-users/quarantine/quarantine-key.ts';
import { CommandPalette } from '#web/features/palette/command-palette.tsx';
import type { Entry } from '#web/features/palette/search.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { DENSITIES, ZONES } from '#web/features/settings/choices.ts';
import { setPreference } from '#web/lib/preferences.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';

type PaletteActions = AccountMenuActions & { onActivity: () => void };
type PaletteProps = PaletteActions & { typed: string; onClose: () => void };

/** Joins what the features have to find. */
export function Palette({ typed, onClose, ...actions }: PaletteProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const config = useConfig();
  /** Signing out would end a job. */
  const [isAsking, setAsking] = useState(false);
  const find = useCallback(
    (text: string) => {
      const goTo = (address: string) => void navigate(address);
      return paletteEntries(text, {
        fixed: [...pagesOf(goTo), ...commandsOf(actions, () => setAsking(true))],
        pages: client.getQueryData<Pages>(botUserKeys.list())?.pages ?? [],
        routes: knownRoutes().get().routes,
        hosts: ownHosts(config),
        isSecret: session.containsKey,
        goTo,
      });
    },
    // What is done is the same at every drawing.
    // oxlint-disable-next-line react/exhaustive-deps
    [navigate, client, config],
  );
  if (isAsking) return <SignOutDialog onClose={onClose} />;
  return <CommandPalette typed={typed} find={find} onClose={onClose} />;
}

function pagesOf(goTo: (address: string) => void): Entry[] {
  const page = (text: string, path: string, words = ''): Entry => ({
    id: path,
    text,
    kind: 'Page',
    words,
    run: () => goTo(path),
  });
  return [
    page('Go to bot users', paths.botUsers, 'list home'),
    page('New bot user', paths.botUserNew, 'create add'),
    page('Go to routes', paths.routes, 'ip restriction edges'),
    page('Apply to many routes', paths.applyToRoutes, 'ip restriction bulk'),
    ...(wasUsed() ? [page('Go to quarantine', paths.quarantine)] : []),
    page('Go to settings', paths.settings, 'preferences key version export data'),
  ];
}

function commandsOf(actions: PaletteActions, onAskFirst: () => void): Entry[] {
  const command = (text: string, run: () => void, words = ''): Entry => ({
    id: text,
    text,
    kind: 'Command',
    words,
    run,
  });
  return [
    command('Keyboard shortcuts', actions.onShortcuts, 'keys help'),
    command('Open or close Activity', actions.onActivity, 'requests log'),
    command('Recent changes', () => actions.onRecentChanges(focused()), 'undo history'),
    ...keysOf(DENSITIES).map((density) =>
      command(`Rows: ${DENSITIES[density]}`, () => setPreference({ density }), 'density height'),
    ),
    ...keysOf(ZONES).map((zone) =>
      command(`Times: ${ZONES[zone]}`, () => setPreference({ zone }), 'zone clock'),
    ),
    { ...command('Sign out', () => signOut(onAskFirst), 'log logout leave'), stays: true },
  ];
}

const keysOf = <Key extends string>(texts: Record<Key, string>) => Object.keys(texts) as Key[];

/** What the palette was opened from: it has the focus again once that is gone. */
const focused = () =>
  document.activeElement instanceof HTMLElement ? document.activeElement : null;
