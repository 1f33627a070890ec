import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { markMatches } from '#web/features/bot-users/mark-matches.ts';
import { selection, useSelectedIds } from '#web/features/bot-users/use-selection.ts';
import { formatNumber } from '#web/lib/format.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import styles from './bot-users-page.module.css';

type MatchLineProps = {
  text: string;
  /** The text that is marked in the rows. */
  marked: string;
  rows: readonly BotUser[];
  /** The rows are those of the filter, so they can be selected as what matches. */
  isSelectable: boolean;
  hasMore: boolean;
  /** @returns whether all are loaded */
  onLoadAll: () => Promise<boolean>;
};

/** How many match, and their selection: of what is loaded, or of everything after the rest was loaded. */
export function MatchLine(props: MatchLineProps) {
  const { text, marked, rows, isSelectable, hasMore, onLoadAll } = props;
  const line = useRef<HTMLDivElement>(null);
  const hasSelected = useSelectedIds().size > 0;
  const [isLoading, setLoading] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const select = () => selection.add(rows.map(({ id }) => id));

  useEffect(() => markMatches(line.current?.closest('section'), marked), [marked]);
  useEffect(() => {
    if (!isWanted || !isSelectable) return;
    selection.add(rows.map(({ id }) => id));
    // The rows of this drawing are the first that have everything.
    // oxlint-disable-next-line react/set-state-in-effect
    setWanted(false);
  }, [isWanted, isSelectable, rows]);

  async function loadAndSelect() {
    setLoading(true);
    // Cancelled or failed, "what matches" would be less than was meant.
    setWanted(await onLoadAll());
    setLoading(false);
  }

  // What stands in place of the rows says that nothing matches.
  const isOffered = isSelectable && rows.length > 0;
  return (
    <div ref={line} className={`${styles.line} numbers`}>
      <p>{text}</p>
      {isOffered && !hasSelected && (
        <Button size="compact-sm" variant="subtle" onClick={select}>
          Select the {formatNumber(rows.length)} that match
        </Button>
      )}
      {((isOffered && hasMore) || isLoading) && (
        <SubmitButton
          type="button"
          size="compact-sm"
          variant="subtle"
          busy={isLoading}
          onClick={loadAndSelect}
        >
          Load the rest and select
        </SubmitButton>
      )}
    </div>
  );
}

type MatchFacts = {
  shown: number;
  loaded: number;
  /** How many of the shown rows match the text by their ids alone. */
  byId: number;
  /** Just the rows that were selected are shown. */
  isOnly: boolean;
};

export function matchText({ shown, loaded, byId, isOnly }: MatchFacts): string {
  const text = `${formatNumber(shown)} of the ${formatNumber(loaded)} loaded`;
  if (isOnly) return `${text} are shown: those that were selected`;
  if (byId === 0 || byId === shown) return `${text} match`;
  return `${text} match: ${formatNumber(shown - byId)} by name, ${formatNumber(byId)} by id`;
}
