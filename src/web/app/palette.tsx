import '#web/styles/more.css';
import { Combobox, Text, TextInput, useCombobox, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import Search from 'lucide-react/icons/search';
import { useDeferredValue, useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { ownHosts, useConfig } from '#web/api/config.ts';
import { colorSchemes } from '#web/app/account-menu.tsx';
import { overlay } from '#web/app/overlays.tsx';
import { paletteEntries, type PaletteEntry } from '#web/app/palette-entries.ts';
import { signOut } from '#web/app/sign-out.ts';
import { takeTypedAhead } from '#web/app/use-palette-key.ts';
import { loadedPages } from '#web/features/bot-users/queries.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { count } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { icon } from '#web/ui/icon.ts';
import styles from './palette.module.css';

/** A combobox whose focus stays in the field: the arrow keys go through the results, Enter runs one. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const find = useFind();
  const combobox = useCombobox({ opened: true });
  const [text, setText] = useState(takeTypedAhead);
  const [chosen, setChosen] = useState(0);
  // After the typed text is drawn: a search through 100,000 rows takes longer than a key press.
  const searched = useDeferredValue(text);
  const entries = useMemo(() => find(searched), [find, searched]);
  const active = entries[chosen] && `${id}-${chosen}`;

  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function run(entry: PaletteEntry | undefined) {
    if (entry === undefined) return;
    // The focus is back where it was before another dialog or page takes it.
    flushSync(onClose);
    entry.run?.();
    if (entry.to !== undefined) void navigate(entry.to);
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isSwitch = event.key.toLowerCase() === 'k' && event.ctrlKey !== event.metaKey;
    if (step !== undefined) setChosen((chosen + step + entries.length) % (entries.length || 1));
    else if (event.key === 'Enter') run((searched === text ? entries : find(text))[chosen]);
    else if (isSwitch) onClose();
    else return;
    event.preventDefault();
  }

  return (
    <Dialog title={<span className="visually-hidden">Command palette</span>} onClose={onClose}>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label="Search or run a command"
        aria-expanded={entries.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active}
        leftSection={<Search {...icon} />}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        placeholder="A page, command, name, id or address"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={press}
      />
      <Text role="status" size="xs" c="var(--app-muted)">
        {session.containsKey(searched)
          ? 'This holds your API key. It is not searched.'
          : entries.length > 0
            ? count(entries.length, 'result')
            : 'Nothing found.'}
      </Text>
      <Combobox store={combobox} onOptionSubmit={(place) => run(entries[Number(place)])}>
        <Combobox.Options id={id} aria-label="Results" className={styles.results}>
          {entries.map((entry, place) => (
            <Combobox.Option
              key={place}
              id={`${id}-${place}`}
              value={`${place}`}
              selected={place === chosen}
              aria-selected={place === chosen}
              aria-label={entry.text}
              className={styles.entry}
            >
              <span>{entry.text}</span>
              <small>{entry.kind}</small>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox>
    </Dialog>
  );
}

/** Finds among what is loaded and known; nothing is requested. */
function useFind() {
  const client = useQueryClient();
  const config = useConfig();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return useMemo(() => {
    const schemes = Object.entries(colorSchemes).map(([value, label]) => ({
      text: `Colour scheme: ${label}`,
      // The keys of the record are Mantine's names.
      run: () => setColorScheme(value as keyof typeof colorSchemes),
    }));
    const commands = [
      { text: 'Keyboard shortcuts', words: 'help', run: () => overlay.set('shortcuts') },
      { text: 'Requests', words: 'activity log', run: () => overlay.set('requests') },
      { text: 'Recent changes', words: 'undo', run: () => overlay.set('changes') },
      ...schemes,
      { text: 'Sign out', words: 'log logout', run: signOut },
    ].map((command) => ({ ...command, kind: 'Command' as const }));

    const sources = {
      commands,
      botUsers: loadedPages().flatMap(({ bot_users }) => bot_users),
      routes: knownRoutes().get().routes,
      hosts: ownHosts(config),
    };
    return (text: string) => (session.containsKey(text) ? [] : paletteEntries(text, sources));
  }, [client, config, setColorScheme]);
}
