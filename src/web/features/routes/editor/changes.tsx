import { useId, useState, type ReactNode } from 'react';
import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { changesOf, countChanges, type Draft, draftTowards } from '#web/features/routes/draft.ts';
import type { Editor } from '#web/features/routes/editor/use-editor.ts';
import type { Former, RouteIds } from '#web/features/routes/kept-route.ts';
import {
  isSameModule,
  moduleIn,
  type ModuleRead,
  moduleText,
  onOff,
} from '#web/features/routes/module-read.ts';
import { timeOn } from '#web/features/routes/off-until.ts';
import { PolicyLabel } from '#web/features/routes/policies/policy-label.tsx';
import { ipRestrictionCurl, useModuleRefusal } from '#web/features/routes/queries.ts';
import { count } from '#web/lib/format.ts';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { CodeBlock } from '#web/ui/form/code-block.tsx';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import { useNow } from '#web/ui/relative-time.tsx';
import layout from '#web/ui/layout/layout.module.css';
import parts from '#web/ui/layout/page-parts.module.css';
import { Button } from '#web/ui/parts/button.tsx';
import routeStyles from '../routes.module.css';
import styles from './editor.module.css';

type SidePanelProps = {
  route: RouteIds;
  editor: Editor;
  draft: Draft;
  read: ModuleRead;
  /** What a change made here has replaced, where that differs from what is there now. */
  earlier: Former | undefined;
};

/** While editing: the difference, the one request that would make it, and the way to remove the module. */
export function SidePanel({ route, editor, draft, read, earlier }: SidePanelProps) {
  const id = useId();
  const { dialog } = editor;
  const refusal = useModuleRefusal(route).remove;
  // A draft may be older than what was read last.
  const condition = isSameModule(draft.base, read.module) ? read.condition : undefined;
  const curl = ipRestrictionCurl.change(route, draft.wanted, condition);
  return (
    <div className={`${parts.side} ${layout.stack}`}>
      <section className={layout.card} aria-labelledby={`${id}-changes`}>
        <div className={parts.cardHeader}>
          <h2 id={`${id}-changes`}>What will change</h2>
        </div>
        <div className={`${layout.pad} ${layout.stack}`}>
          <ChangeList draft={draft} most={12} />
          <details>
            <summary>Request</summary>
            <div className={styles.request}>
              <CodeBlock label="Request as curl" text={curl} />
              <div className={layout.row}>
                <CopyTextButton curl label="Copy PUT as curl" text={curl} />
              </div>
            </div>
          </details>
        </div>
      </section>
      {earlier && <EarlierVersion earlier={earlier} now={read.module} editor={editor} />}
      {draft.base && (
        <section
          className={`${layout.card} ${layout.pad} ${layout.stack}`}
          aria-labelledby={`${id}-remove`}
        >
          <div>
            <h2 id={`${id}-remove`}>Remove the restriction</h2>
            <p className={layout.muted}>
              Deletes the module from this route. To pause it and keep the list, turn enforcement
              off instead.
            </p>
          </div>
          <div className={layout.row}>
            <BusyButton
              variant="default"
              danger
              busy={dialog?.kind === 'reading' && dialog.pressed === 'remove'}
              refusal={refusal}
              onClick={editor.askToRemove}
            >
              Remove module…
            </BusyButton>
          </div>
        </section>
      )}
    </div>
  );
}

type EarlierVersionProps = {
  earlier: Former;
  now: IpRestrictionReplace | null;
  editor: Editor;
};

/** What a change made here has replaced, as what putting it back would change now. */
function EarlierVersion({ earlier, now, editor }: EarlierVersionProps) {
  const id = useId();
  const { enabled, ip_policy_ids, at } = earlier;
  return (
    <section className={`${layout.card} ${layout.pad} ${layout.stack}`} aria-labelledby={id}>
      <div>
        <h2 id={id}>Earlier version</h2>
        <p className={layout.muted}>
          Replaced {timeOn(at, useNow())}: {moduleText({ enabled, ip_policy_ids })}. Putting it back
          would change:
        </p>
      </div>
      <ChangeList draft={draftTowards(now, moduleIn(earlier))} most={6} />
      <div className={layout.row}>
        <Button variant="default" onClick={() => editor.putBackModule(moduleIn(earlier))}>
          Put back this version…
        </Button>
      </div>
    </section>
  );
}

type ChangeListProps = { draft: Draft; most?: number };

/** Of each kind; with thousands of lines a dialog would take seconds to open. */
const AT_FIRST = 100;

/**
 * The difference, one line each; signs and hidden words say what the colours say.
 *
 * @param most of each kind, where the others are only counted; without it a press shows them
 */
export function ChangeList({ draft, most }: ChangeListProps) {
  const changes = changesOf(draft);
  const { enforcement, added, removed } = changes;
  const { enabled } = draft.wanted;
  if (countChanges(changes) === 0) return <p className={layout.muted}>No changes.</p>;
  return (
    <ul className={routeStyles.diff}>
      {(enforcement === 'on' || enforcement === 'off') && (
        <Line kind="removed" text={enforceText(!enabled)} />
      )}
      {enforcement !== undefined && <Line kind="added" text={enforceText(enabled)} />}
      <Ids kind="added" ids={added} most={most} />
      <Ids kind="removed" ids={removed} most={most} />
    </ul>
  );
}

type Kind = 'added' | 'removed';

const SIGNS = { added: '+', removed: '−' };
const WORDS = { added: 'Added: ', removed: 'Removed: ' };

type IdsProps = { kind: Kind; ids: string[]; most: number | undefined };

function Ids({ kind, ids, most }: IdsProps) {
  const atFirst = most ?? AT_FIRST;
  // One more line would say no more than the id itself.
  const shown = ids.length === atFirst + 1 ? ids : ids.slice(0, atFirst);
  const others = ids.slice(shown.length);
  const more = `and ${count(others.length, 'more policy', 'more policies')}`;
  return (
    <>
      <IdLines kind={kind} ids={shown} />
      {others.length > 0 && (
        <Line
          kind={kind}
          text={most === undefined ? <MoreIds kind={kind} ids={others} summary={more} /> : more}
        />
      )}
    </>
  );
}

const IdLines = ({ kind, ids }: { kind: Kind; ids: string[] }) =>
  ids.map((id) => <Line key={id} kind={kind} text={<PolicyLabel id={id} />} />);

function MoreIds({ kind, ids, summary }: { kind: Kind; ids: string[]; summary: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {open && (
        <ul className={routeStyles.diff}>
          <IdLines kind={kind} ids={ids} />
        </ul>
      )}
    </details>
  );
}

function Line({ kind, text }: { kind: Kind; text: ReactNode }) {
  return (
    <li className={routeStyles[kind]}>
      <span aria-hidden>{SIGNS[kind]}</span>
      <span>
        <span className="visually-hidden">{WORDS[kind]}</span>
        {text}
      </span>
    </li>
  );
}

const enforceText = (enabled: boolean) => `Enforce IP restriction: ${onOff(enabled)}`;
