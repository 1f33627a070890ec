import { Button, Group, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { matchEntries, readEntries, type ListMatch } from '#web/features/bot-users/list-entries.ts';
import { listEnd, loadedRows } from '#web/features/bot-users/queries.ts';
import { selection } from '#web/features/bot-users/selection.ts';
import { countEach, formatNumber, shorten } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

/** Finds what was pasted among the loaded bot users. Nothing is sent. */
export function SelectFromListDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [found, setFound] = useState<ListMatch>();

  function find() {
    const rows = loadedRows();
    const entries = readEntries(text, new Set(rows.map(({ name }) => name)));
    const wrong = session.containsKey(text)
      ? 'Your API key is in it. Take it out.'
      : entries.length === 0 && 'Paste at least one id or name.';
    setProblem(wrong || undefined);
    setFound(wrong ? undefined : matchEntries(entries, rows));
  }

  const { matched = [], unknownNames = [] } = found ?? {};
  const isAll = listEnd() === 'last';
  return (
    <Dialog
      wide
      title="Select from a list"
      onClose={onClose}
      submit={{ label: 'Find', run: find, isDirty: text.trim() !== '' }}
    >
      <Textarea
        data-autofocus
        rows={6}
        label="Ids or names"
        description="One per line, or separated by commas, semicolons or tabs. Addresses of bot users count as ids."
        spellCheck={false}
        autoComplete="off"
        error={problem}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setFound(undefined);
          setProblem(undefined);
        }}
      />
      <p aria-live="polite" className="numbers">
        {found && summaryOf(found)}
      </p>
      {matched.length > 0 && (
        <Group>
          <Button
            variant="filled"
            onClick={() => {
              selection.add(matched.map(({ id }) => id));
              onClose();
            }}
          >
            Select {formatNumber(matched.length)}
          </Button>
        </Group>
      )}
      <Entries title="Ambiguous" entries={found?.ambiguous} />
      <Entries title="Not loaded" entries={found?.notLoaded}>
        <span className="dim">{isAll ? NO_ID : LOAD_ALL}</span>
      </Entries>
      <Entries title="Unknown names" entries={unknownNames}>
        <span className="dim">{isAll ? IMPORT : LOAD_ALL}</span>
      </Entries>
    </Dialog>
  );
}

const LISTED = 20;
const LOAD_ALL = '“Load all” in the list finds what is not loaded.';
const NO_ID = 'All are loaded: no bot user has these ids.';
const IMPORT = '“Import…” in the list creates bot users of these names.';

type EntriesProps = {
  title: string;
  entries?: readonly string[] | undefined;
  children?: ReactNode;
};

function Entries({ title, entries = [], children }: EntriesProps) {
  if (entries.length === 0) return null;
  return (
    <section>
      <h3>
        {title} ({formatNumber(entries.length)})
      </h3>
      <Group my="xs">{children}</Group>
      <ShortList name={title} texts={entries} />
    </section>
  );
}

/** The first of some texts, and how many more there are. */
export const ShortList = ({ name, texts }: { name: string; texts: readonly string[] }) =>
  texts.length > 0 && (
    <ul aria-label={name} style={{ overflowWrap: 'anywhere' }}>
      {texts.slice(0, LISTED).map((text) => (
        <li key={text}>
          <UntrustedText text={shorten(text, 300)} />
        </li>
      ))}
      {texts.length > LISTED && (
        <li className="dim">and {formatNumber(texts.length - LISTED)} more</li>
      )}
    </ul>
  );

/** `40 matched, 3 not loaded, 2 unknown, 1 ambiguous` */
function summaryOf({ matched, notLoaded, unknownNames, ambiguous }: ListMatch) {
  const others = countEach({
    'not loaded': notLoaded.length,
    unknown: unknownNames.length,
    ambiguous: ambiguous.length,
  });
  return [`${formatNumber(matched.length)} matched`, others].filter(Boolean).join(', ');
}
