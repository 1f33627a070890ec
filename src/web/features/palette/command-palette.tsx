import Search from 'lucide-react/icons/search';
import { useDeferredValue, useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Entry, Found } from '#web/features/palette/search.ts';
import { count } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { Button } from '#web/ui/parts/button.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';
import { icon } from '#web/ui/icon.ts';
import { toSafeLine } from '#web/ui/safe-line.ts';
import styles from './command-palette.module.css';

type CommandPaletteProps = {
  /** What was typed before this was there. */
  typed: string;
  find: (text: string) => Found;
  onClose: () => void;
};

/** A combobox whose focus stays in the field: the arrow keys go through the results, Enter runs one. */
export function CommandPalette({ typed, find, onClose }: CommandPaletteProps) {
  const id = useId();
  const [text, setText] = useState(typed);
  const [chosen, setChosen] = useState(0);
  // After what was typed is shown: a search through 100,000 rows takes longer than a key press.
  const searched = useDeferredValue(text);
  const { entries, note } = useMemo(() => find(searched), [find, searched]);
  const optionId = (at: number) => `${id}-${at}`;
  const active = entries[chosen] && optionId(chosen);

  useEffect(() => {
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function run(entry: Entry | undefined) {
    if (entry === undefined) return;
    // What it was opened from has the focus before anything else takes it.
    if (!entry.stays) flushSync(onClose);
    entry.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isSwitch = event.key.toLowerCase() === 'k' && event.ctrlKey !== event.metaKey;
    if (step !== undefined) setChosen((chosen + step + entries.length) % (entries.length || 1));
    else if (event.key === 'Enter')
      run(searched === text ? entries[chosen] : find(text).entries[0]);
    else if (isSwitch) onClose();
    else return;
    event.preventDefault();
  }

  return (
    <Dialog
      title={<span className="visually-hidden">Command palette</span>}
      onClose={onClose}
      footer={
        <>
          <span className={`${layout.muted} ${layout.small} ${styles.keys}`} aria-hidden>
            <kbd>↑</kbd> <kbd>↓</kbd> to choose, <kbd>Enter</kbd> to run
          </span>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <TextInput
        data-autofocus
        className={styles.field}
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
        onKeyDown={onKeyDown}
      />
      <p role="status" className={`${layout.muted} ${layout.small}`}>
        {entries.length > 0 ? count(entries.length, 'result') : 'Nothing found.'}
        {note && ` ${note}`}
      </p>
      <div id={id} role="listbox" aria-label="Results" className={styles.results}>
        {entries.map((entry, at) => (
          // The keys are those of the field, which keeps the focus.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={entry.id}
            id={optionId(at)}
            role="option"
            aria-selected={at === chosen}
            aria-label={toSafeLine(entry.does ?? entry.text)}
            className={styles.option}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(entry)}
          >
            <span className={styles.text}>
              <UntrustedText text={entry.text} />
            </span>
            <span className={`${layout.muted} ${layout.small}`}>{entry.kind}</span>
          </div>
        ))}
      </div>
    </Dialog>
  );
}
