import '#web/styles/more.css';
import '@mantine/notifications/styles.layer.css';
import { Button, Group } from '@mantine/core';
import { useFocusWithin, useHover, useMediaQuery, useMergedRef } from '@mantine/hooks';
import { notifications, Notifications } from '@mantine/notifications';
import { useEffect, useSyncExternalStore } from 'react';
import { focusFirst, openerOf } from '#web/ui/focus.ts';
import { notify, outcome, type Outcome } from '#web/ui/notify.ts';
import { isSomethingOpen, takesText } from '#web/ui/press.ts';

const ID = 'last-change';
const STAYS_MS = 8000;

/** Where the focus was before F6 brought it to the notification. */
let before: HTMLElement[] = [];

function dismiss() {
  const isInside = document.getElementById(ID)?.contains(document.activeElement);
  notify(undefined);
  if (isInside) focusFirst(before);
}

function undo(of: Outcome) {
  dismiss();
  of.undo?.();
}

/**
 * The notification of the last change. Its live region is there from the start: one that comes with its text is often
 * not read.
 */
export function LastChange() {
  const last = useSyncExternalStore(outcome.subscribe, outcome.get);
  const isPhone = useMediaQuery('(max-width: 42em)');
  useKeys(last);

  useEffect(() => {
    notifications.clean();
    if (!last) return;
    notifications.show({
      id: `${ID}-text`,
      role: 'presentation',
      autoClose: false,
      color: last.isFailure ? 'danger' : 'lagoon',
      closeButtonProps: { 'aria-label': 'Dismiss' },
      onClose: () => outcome.get() === last && dismiss(),
      message: <Message of={last} />,
    });
  }, [last]);

  return (
    <div role="status" aria-label="Last change" id={ID}>
      <Notifications
        withinPortal={false}
        position={isPhone ? 'bottom-center' : 'bottom-left'}
        transitionDuration={0}
      />
    </div>
  );
}

function Message({ of }: { of: Outcome }) {
  const { ref: hover, hovered } = useHover();
  const { ref: within, focused } = useFocusWithin();
  const ref = useMergedRef(hover, within);
  const isRead = hovered || focused;
  useEffect(() => {
    if (isRead) return undefined;
    const timer = setTimeout(() => notify(undefined), STAYS_MS);
    return () => clearTimeout(timer);
  }, [isRead]);

  return (
    <Group ref={ref} gap="xs" justify="space-between">
      <span>{of.text}</span>
      <Group gap={4}>
        {of.undo && (
          <Button size="compact-sm" variant="default" onClick={() => undo(of)}>
            Undo
          </Button>
        )}
        {of.more && (
          <Button size="compact-sm" variant="subtle" onClick={of.more.run}>
            {of.more.label}
          </Button>
        )}
      </Group>
    </Group>
  );
}

/** F6 goes to the notification and back; Ctrl+Z undoes while nothing is being typed. */
function useKeys(last: Outcome | undefined) {
  useEffect(() => {
    if (!last) return undefined;
    const press = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && event.ctrlKey !== event.metaKey;
      if (isUndo && !event.shiftKey && last.undo && !last.isOfUndo) {
        if (takesText(event.target) || isSomethingOpen()) return;
        event.preventDefault();
        undo(last);
      } else if (event.key === 'F6') {
        const region = document.getElementById(ID);
        event.preventDefault();
        if (region?.contains(document.activeElement)) return focusFirst(before);
        before = openerOf();
        region?.querySelector('button')?.focus();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [last]);
}
