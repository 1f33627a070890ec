import { Box, Button, Group, Notification } from '@mantine/core';
import {
  useDocumentVisibility,
  useFocusWithin,
  useHotkeys,
  useHover,
  useMergedRef,
} from '@mantine/hooks';
import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { focusFirst, openerOf } from '#web/ui/focus.ts';
import { notify, outcome, shownOutcome, type Outcome } from '#web/ui/notify.ts';
import styles from './dialog.module.css';

const ID = 'last-change';
const STAYS_MS = 8000;

/** Where the focus was before it came to the notification, by F6 or a press. */
let before: HTMLElement[] = [];

const hasFocus = () => document.getElementById(ID)?.contains(document.activeElement) === true;

/** At once: what comes next may want the focus for itself. */
const dismiss = () => flushSync(() => notify(undefined));

/** What a button leads to may take the focus, and give it back: to where it was before, for the button goes. */
function follow(run: (() => void) | undefined) {
  dismiss();
  run?.();
}

export const undoShown = (of: Outcome) => follow(of.undo);

const focusButton = () => document.querySelector<HTMLElement>(`#${ID} button`)?.focus();

/** To the notification, and back. */
function jump() {
  if (hasFocus()) focusFirst(before);
  else focusButton();
}

/**
 * The notification of the last change. Its live region is there from the start: one that comes with its text is often
 * not read.
 */
export function LastChange() {
  const last = shownOutcome.use();
  useHotkeys(last ? [['F6', jump]] : [], []);
  // Outside of the root, which is inert below a dialog of Mantine: it can be pressed there as well.
  return createPortal(
    <div role="status" aria-label="Last change" id={ID} className={`screen-only ${styles.corner}`}>
      {last && <Message of={last} />}
    </div>,
    document.body,
  );
}

function Message({ of }: { of: Outcome }) {
  // The same words once more are read out once more.
  const [shown, setShown] = useState({ of, times: 0 });
  if (shown.of !== of) setShown({ of, times: shown.times + 1 });
  const { ref: hover, hovered } = useHover();
  const { ref: within, focused } = useFocusWithin();
  const ref = useMergedRef(hover, within);
  // How a long job ended waits for the person to come back to the tab.
  const isAway = useDocumentVisibility() === 'hidden';
  const stays = hovered || focused || isAway;
  useEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(() => outcome.get() === of && notify(undefined), STAYS_MS);
    return () => clearTimeout(timer);
  }, [of, stays]);

  // The next one may lack the button that had the focus; without a next one it goes back.
  useEffect(() => void (focused && !hasFocus() && focusButton()));
  useLayoutEffect(() => () => void (hasFocus() && focusFirst(before)), []);

  return (
    <Notification
      ref={ref}
      role="presentation"
      withBorder
      color={of.isFailure ? 'var(--app-danger)' : 'accent'}
      closeButtonProps={{ 'aria-label': 'Dismiss' }}
      onClose={dismiss}
      onFocus={({ currentTarget, relatedTarget }) => {
        // From nowhere it comes when the button that had it goes.
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget))
          before = openerOf(relatedTarget);
      }}
    >
      <Group gap="xs" justify="flex-end">
        <Box key={shown.times} flex="1 1 7rem" miw={0}>
          {of.text}
        </Box>
        <Group gap={4} justify="flex-end">
          {of.undo && (
            <Button size="compact-sm" onClick={() => undoShown(of)}>
              Undo
            </Button>
          )}
          {of.more && (
            <Button size="compact-sm" variant="subtle" onClick={() => follow(of.more?.run)}>
              {of.more.label}
            </Button>
          )}
        </Group>
      </Group>
    </Notification>
  );
}
