import { Box, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { placeText, readList, type Place } from '#bulk/read-list.ts';
import { routeKey } from '#bulk/route-ids.ts';
import { ownHosts, runtimeConfig } from '#web/api/config.ts';
import {
  knownRoutes,
  useKnownRoutes,
  type KnownRoute,
  type NewRoute,
} from '#web/features/routes/known-routes.ts';
import { routeLines } from '#web/features/routes/route-lines.ts';
import { ShortIds } from '#web/features/routes/route-row.tsx';
import { readTextFile } from '#web/jobs/read-text-file.ts';
import { count, countEach, shorten, shortId } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { ChooseFiles } from '#web/ui/choose-files.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { HeadRow } from '#web/ui/list-table.tsx';
import { notify } from '#web/ui/notify.ts';
import { toSafeLine } from '#web/ui/safe-line.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import table from '#web/ui/table.module.css';

/** Takes routes as text or files, and shows what adding them does before it is done. */
export function AddRoutesDialog({ onClose }: { onClose: () => void }) {
  const { byKey } = useKnownRoutes();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const isDirty = text.trim() !== '';
  const hasKey = session.containsKey(text);
  const shown = useDeferredValue(hasKey ? '' : text);
  const plan = useMemo(() => planRoutes(shown, byKey), [shown, byKey]);
  // Nobody wants to hear it after each letter.
  const [summary] = useDebouncedValue(planText(plan), 400);

  function add() {
    if (hasKey) return;
    // What is shown may be a moment behind what is typed.
    const now = planRoutes(text, byKey);
    const { lines, unreadable, head } = now;
    const added = lines.filter(({ kind }) => kind === 'new' || kind === 'relabel');
    field.current?.focus();
    if (added.length === 0)
      return setProblem(
        isDirty ? 'Nothing to add.' : 'Enter at least one route, or choose a file.',
      );
    const undo = knownRoutes().add(added.map(({ route }) => route));
    const done = `Added ${addedText(now)}.`;
    notify({ text: done, undo });
    if (unreadable.length === 0) return onClose();
    setText([head, ...unreadable.map((line) => line.text)].filter(Boolean).join('\n'));
    setProblem(`${done} These lines could not be read.`);
  }

  async function takeFiles(files: readonly File[]) {
    const read = await Promise.all(files.map(readTextFile));
    setText((before) => [before, ...read.flatMap((file) => file.text ?? [])].join('\n').trim());
    setProblem(read.flatMap((file) => file.problem ?? []).join(' '));
    field.current?.focus();
  }

  return (
    <Dialog
      wide
      title="Add routes"
      onClose={onClose}
      submit={{ label: `Add ${addedText(plan) || 'routes'}`, run: add, isDirty }}
    >
      <Textarea
        ref={field}
        data-autofocus
        rows={6}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        label="Routes, one per line"
        description="A route URL, or edge id, route id, label. CSV and JSON work too."
        spellCheck={false}
        autoComplete="off"
        error={hasKey ? 'Your API key is in this text. Take it out.' : problem}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem('');
        }}
      />
      <div>
        <ChooseFiles name="List of routes" onChange={(files) => void takeFiles(files)} />
      </div>
      <p aria-live="polite" className="numbers">
        {summary}
      </p>
      <RoutesToAdd {...plan} />
    </Dialog>
  );
}

type PlannedRoute = Place & {
  route: NewRoute;
  /** `repeated`: an earlier line names the route, and counts. */
  kind: 'new' | 'relabel' | 'same' | 'repeated';
  /** Its name before; empty where it is new. */
  was: string;
};

type RoutesPlan = ReturnType<typeof planRoutes>;

/**
 * What adding would do, in the order of the text. A label takes the place of another one; no label leaves the one that
 * is there.
 */
function planRoutes(text: string, known: ReadonlyMap<string, KnownRoute>) {
  const { items, unreadable, head } = readList(text, routeLines(ownHosts(runtimeConfig())));
  const seen = new Set<string>();
  const lines = items.map(({ item: route, ...place }): PlannedRoute => {
    const key = routeKey(route);
    const isRepeated = seen.has(key);
    seen.add(key);
    const was = known.get(key)?.name.trim() ?? '';
    const isSame = was !== '' && (route.label === '' || route.label === was);
    const kind = isRepeated ? 'repeated' : isSame ? 'same' : was === '' ? 'new' : 'relabel';
    return { ...place, route, kind, was };
  });
  /** `head`: the row of headings. */
  return { lines, unreadable, head };
}

const countKind = ({ lines }: RoutesPlan, kind: PlannedRoute['kind']) =>
  lines.filter((line) => line.kind === kind).length;

/** `12 routes and 3 labels`, behind "Add" or "Added". */
function addedText(plan: RoutesPlan): string {
  const [added, relabelled] = [countKind(plan, 'new'), countKind(plan, 'relabel')];
  return [added > 0 && count(added, 'route'), relabelled > 0 && count(relabelled, 'label')]
    .filter(Boolean)
    .join(' and ');
}

/** `12 new, 3 with a new label, 40 already here, 2 repeated, 1 cannot be read` */
const planText = (plan: RoutesPlan) =>
  countEach({
    new: countKind(plan, 'new'),
    'with a new label': countKind(plan, 'relabel'),
    'already here': countKind(plan, 'same'),
    repeated: countKind(plan, 'repeated'),
    'cannot be read': plan.unreadable.length,
  });

/** So many lines are shown, those first that cannot be read. */
const SHOWN_MAX = 200;

const WHAT = { new: 'New', relabel: 'New label, was ', repeated: 'Repeated', same: 'Already here' };

function RoutesToAdd({ lines, unreadable }: RoutesPlan) {
  const all = unreadable.length + lines.length;
  if (all === 0) return null;
  return (
    <div>
      <table role="table" aria-label="Routes to add" className={table.table}>
        <HeadRow names={['Label', 'Edge and route', 'What']} />
        <tbody role="rowgroup">
          {unreadable.slice(0, SHOWN_MAX).map((line, at) => (
            <tr key={`${line.line} ${at}`} role="row" className={table.failed}>
              <th role="rowheader" scope="row">
                {placeText(line)}
              </th>
              <td role="cell" colSpan={2} aria-colspan={2} className={table.id}>
                <code title={toSafeLine(line.text)}>
                  <UntrustedText text={shorten(line.text, 300)} />
                </code>
                <Box c="var(--app-danger-text)">
                  Cannot be read: <UntrustedText text={shorten(line.reason, 300)} />
                </Box>
              </td>
            </tr>
          ))}
          {lines.slice(0, Math.max(0, SHOWN_MAX - unreadable.length)).map((line) => {
            const { route, kind, was } = line;
            const name = route.label || was || route.id;
            return (
              <tr key={placeText(line)} role="row">
                <th role="rowheader" scope="row" title={toSafeLine(name)}>
                  <UntrustedText text={name === route.id ? shortId(name) : shorten(name, 40)} />
                </th>
                <td role="cell" className={`dim ${table.id}`}>
                  <ShortIds {...route} />
                </td>
                <td role="cell">
                  {WHAT[kind]}
                  {kind === 'relabel' && <UntrustedText text={shorten(was)} />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {all > SHOWN_MAX && <p className="dim numbers">And {count(all - SHOWN_MAX, 'more line')}.</p>}
    </div>
  );
}
