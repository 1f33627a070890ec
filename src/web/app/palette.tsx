import { Combobox, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import Search from 'lucide-react/icons/search';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { overlay } from '#web/app/overlays.tsx';
import { paletteEntries, type PaletteEntry } from '#web/app/palette-entries.ts';
import { signOut } from '#web/app/sign-out.tsx';
import { loadedRows } from '#web/features/bot-users/queries.ts';
import { useRoutes } from '#web/features/routes/known-routes.ts';
import { count } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { icon } from '#web/ui/icon.ts';
import { isInComposition } from '#web/ui/press.ts';
import { useActiveOption } from '#web/ui/use-active-option.ts';

type PaletteProps = { onClose: () => void };

/** Mantine's Spotlight has no roles for a screen reader; a combobox in a dialog has. */
export const Palette = ({ onClose }: PaletteProps) => (
  <Dialog title="Command palette" onClose={onClose}>
    <Commands onClose={onClose} />
  </Dialog>
);

/** Inside of the dialog, which draws what it holds later than itself: the first option is selected once it is there. */
function Commands({ onClose }: PaletteProps) {
  const navigate = useNavigate();
  const find = useFind();
  const { combobox, activeId, setActiveId } = useActiveOption({ opened: true });
  const [text, setText] = useState('');
  // Not deferred: Enter right after the last letter runs what this text finds. 100,000 rows take 5 to 15 ms.
  const entries = useMemo(() => find(text), [find, text]);
  const found = entries.length > 0 ? count(entries.length, 'result') : 'Nothing found.';
  const hint = session.containsKey(text) ? 'This holds your API key. It is not searched.' : found;
  // Nobody wants to hear it after each letter.
  const [status] = useDebouncedValue(hint, 400);
  useEffect(() => {
    if (entries.length > 0) combobox.selectFirstOption();
    // It would be read out in place of the field that has just got the focus.
    if (entries.length === 0 || text === '') setActiveId(null);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [entries, text]);

  function run(entry: PaletteEntry | undefined) {
    // The focus is back where it was before another dialog or page takes it.
    flushSync(onClose);
    entry?.run?.();
    if (entry?.to !== undefined) void navigate(entry.to);
  }

  return (
    <Combobox store={combobox} onOptionSubmit={(place) => run(entries[Number(place)])}>
      <Combobox.EventsTarget withExpandedAttribute aria-expanded aria-activedescendant={activeId}>
        <TextInput
          data-autofocus
          aria-label="Search or run a command"
          leftSection={<Search {...icon} />}
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="Command, name, id or URL"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (isInComposition(event.nativeEvent)) return;
            // Mantine knows Enter by its code, and Android's keyboards on the screen send none.
            if (event.key !== 'Enter' || event.code !== '') return;
            event.preventDefault();
            combobox.clickSelectedOption();
          }}
        />
      </Combobox.EventsTarget>
      <Text role="status" size="xs" c="var(--app-muted)">
        {status}
      </Text>
      <Combobox.Options
        aria-label="Results"
        mah="min(24rem, 50vh)"
        style={{ overflowY: 'auto', overflowWrap: 'anywhere' }}
      >
        {entries.map((entry, place) => (
          <Combobox.Option key={entry.to ?? entry.text} value={`${place}`}>
            {entry.text}
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox>
  );
}

/** Finds among what is loaded and known. All that is requested is the list of routes that is given to everybody. */
function useFind() {
  const { routes } = useRoutes();
  return useMemo(() => {
    const sources = {
      commands: [
        { text: 'Keyboard shortcuts', run: () => overlay.set('shortcuts') },
        { text: 'Requests', run: () => overlay.set('requests') },
        { text: 'Recent changes', run: () => overlay.set('changes') },
        { text: 'Sign out', run: signOut },
      ],
      botUsers: loadedRows(),
      routes,
    };
    return (text: string) => (session.containsKey(text) ? [] : paletteEntries(text, sources));
  }, [routes]);
}
