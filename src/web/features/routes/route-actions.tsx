import { Menu, TextInput } from '@mantine/core';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { useNavigate } from 'react-router-dom';
import { routeKey } from '#bulk/route-ids.ts';
import { applyPath } from '#web/features/routes/apply-draft.ts';
import { knownRoutes, type KnownRoute } from '#web/features/routes/known-routes.ts';
import { restrictionCurl, useRestrictionRefusal } from '#web/features/routes/queries.ts';
import { onOff } from '#web/features/routes/restriction-words.ts';
import { selection } from '#web/features/routes/selection.ts';
import { SwitchDialog } from '#web/features/routes/switch-dialog.tsx';
import { shorten } from '#web/lib/format.ts';
import { paths, pathTo } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { AnchoredMenu, CommandItem, CopyMenuItem } from '#web/ui/anchored-menu.tsx';
import { announce } from '#web/ui/announcer.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { focusFirst } from '#web/ui/focus.ts';
import { notify } from '#web/ui/notify.ts';
import { nameOf } from '#web/ui/safe-line.ts';
import { named, UntrustedText } from '#web/ui/untrusted-text.tsx';

export type OpenAction = {
  route: KnownRoute;
  /** The button of the row that has opened it. */
  button: HTMLElement;
  what: 'menu' | 'rename' | 'on' | 'off';
};

type RouteActionsProps = {
  open: OpenAction;
  onChange: Dispatch<SetStateAction<OpenAction | undefined>>;
};

/** The menu of a row, and the dialogs that it opens. */
export function RouteActions({ open, onChange }: RouteActionsProps) {
  const { route, what } = open;
  const close = () => onChange(undefined);
  if (what === 'menu') return <RouteMenu open={open} onChange={onChange} />;
  if (what === 'rename') return <RenameDialog route={route} onClose={close} />;
  return <SwitchDialog route={route} enabled={what === 'on'} onClose={close} />;
}

function RouteMenu({ open, onChange }: RouteActionsProps) {
  const { route, button } = open;
  const navigate = useNavigate();
  const refusal = useRestrictionRefusal(route).replace;
  const { edge_id, id, called, last_check: check } = route;
  const path = pathTo(paths.ipRestriction, { edge_id, id });
  const state = check?.state;
  const hasRestriction = state === 'on' || state === 'off';
  // Where the last check does not tell, both ways: the dialog reads first.
  const isNone = state === 'none' || state === 'not-found';
  const ways = isNone ? [] : hasRestriction ? [state === 'off'] : [true, false];

  function pin() {
    knownRoutes().pin(route, !route.pinned);
    announce(`${called} ${route.pinned ? 'unpinned' : 'pinned'}`);
  }

  function remove() {
    const row = button.closest('tr');
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    const undo = knownRoutes().remove(route);
    selection.remove([routeKey(route)]);
    // The menu gives the focus back to its button first, which then goes.
    setTimeout(() => focusFirst([next?.querySelector('a'), document.querySelector('main h1')]));
    notify({
      text: named('Removed from the list: #. The route itself is unchanged.', called),
      undo,
    });
  }

  return (
    <AnchoredMenu
      button={button}
      // An item may have opened a dialog.
      onClose={() => onChange((now) => (now?.what === 'menu' ? undefined : now))}
    >
      {path && <Menu.Item onClick={() => void navigate(path)}>Open</Menu.Item>}
      {ways.map((enabled) => (
        <CommandItem
          key={onOff(enabled)}
          label={`Turn ${onOff(enabled)}…`}
          refusal={refusal}
          onClick={() => onChange({ ...open, what: onOff(enabled) })}
        />
      ))}
      {hasRestriction && (
        <Menu.Item onClick={() => void navigate(applyPath(route))}>Apply to others…</Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item onClick={() => onChange({ ...open, what: 'rename' })}>Rename</Menu.Item>
      <Menu.Item onClick={pin}>{route.pinned ? 'Unpin' : 'Pin'}</Menu.Item>
      <CopyMenuItem label="Copy as curl" text={restrictionCurl.get(route)} />
      {!route.shared && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={remove}>Remove from list</Menu.Item>
        </>
      )}
    </AnchoredMenu>
  );
}

/** The label lives on this device: the service has none for a route. */
function RenameDialog({ route, onClose }: { route: KnownRoute; onClose: () => void }) {
  const [label, setLabel] = useState(route.label);
  // It would be kept on this device.
  const hasKey = session.containsKey(label);
  const name = nameOf(route);

  function rename() {
    if (hasKey) return;
    const next = label.trim();
    onClose();
    if (next === route.label) return;
    knownRoutes().rename(route, next);
    const text = next === '' ? '# has no label now' : '# is now called ';
    notify({
      text: (
        <>
          {named(text, name)}
          <UntrustedText text={shorten(next)} />.
        </>
      ),
      undo: () => knownRoutes().rename(route, route.label),
    });
  }

  return (
    <Dialog
      title={named('Rename #', name)}
      onClose={onClose}
      submit={{ label: 'Rename route', run: rename, isDirty: label !== route.label }}
    >
      <TextInput
        data-autofocus
        label="Label"
        description={`Seen in this browser only. Leave empty to use the ${route.shared ? 'shared label' : 'route’s id'}.`}
        autoComplete="off"
        value={label}
        error={hasKey && 'This is your API key: take it out.'}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
    </Dialog>
  );
}
