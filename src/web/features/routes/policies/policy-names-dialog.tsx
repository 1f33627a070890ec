import { useRef, useState } from 'react';
import { type PolicyBook, usePolicyBook } from '#web/features/routes/policies/policy-book.ts';
import { namesText, readNames } from '#web/features/routes/policies/names-text.ts';
import {
  type NamedPolicy,
  ownPolicies,
  sharedPolicies,
} from '#web/features/routes/policies/policy-names.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { DiscardDialog, UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { ShowMore } from '#web/ui/layout/show-more.tsx';
import { Button } from '#web/ui/parts/button.tsx';
import { Textarea } from '#web/ui/parts/text-input.tsx';
import styles from './policies.module.css';

/** The names that this device gives IP policies, as one text that can be edited, pasted and copied. */
export function PolicyNamesDialog({ onClose }: { onClose: () => void }) {
  const [opened] = useState(() => ownPolicies().get());
  const [text, setText] = useState(() => namesText(opened));
  /** A refused press: from then on each change is checked. */
  const [isRefused, setRefused] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const receipt = useReceipt();
  const book = usePolicyBook();
  const problems = isRefused ? problemsIn(text) : [];
  const isDirty = text.trim() !== namesText(opened).trim();

  function close() {
    if (isDirty) setAsked(true);
    else onClose();
  }

  function save() {
    const [problem] = problemsIn(text);
    if (problem !== undefined) {
      setRefused(true);
      if (field.current) selectLine(field.current, problem.line);
      return;
    }
    onClose();
    if (!isDirty) return;
    const { policies } = readNames(text);
    ownPolicies().change((now) => merged(opened, policies, now));
    receipt({
      text: `Saved ${count(policies.length, 'policy name')}${
        ownPolicies().isSaved() ? '.' : ' until this tab is closed: this browser keeps nothing.'
      }`,
      undo: () => ownPolicies().change((now) => merged(policies, opened, now)),
    });
  }

  return (
    <>
      <FormDialog wide title="Policy names" submitLabel="Save" onClose={close} onSubmit={save}>
        <div className={styles.names}>
          <Textarea
            ref={field}
            data-autofocus
            label="One per line: id, name, note"
            description="Kept on this device. Your names come before the operator’s. Copy the text to share it."
            rows={8}
            spellCheck={false}
            autoComplete="off"
            value={text}
            error={problems.length > 0 && <Problems problems={problems} />}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Nameless
            book={book}
            text={text}
            onAdd={(next) => {
              setText(next);
              field.current?.focus();
            }}
          />
        </div>
        <Shared policies={sharedPolicies().filter(({ name }) => name !== '')} />
      </FormDialog>
      <UnsavedGuard dirty={isDirty} />
      {isAsked && <DiscardDialog onDiscard={onClose} onKeep={() => setAsked(false)} />}
    </>
  );
}

type Problem = { line: number; text: string };

const problemsIn = (text: string): Problem[] =>
  session.containsKey(text)
    ? [{ line: 1, text: 'This holds your API key. Nothing was saved: take it out.' }]
    : readNames(text).problems.map(({ line, text: reason }) => ({
        line,
        text: `Line ${formatNumber(line)}: ${reason}`,
      }));

/** What was changed from `before` to `after`, and no other line: another tab may have named some meanwhile. */
function merged(
  before: readonly NamedPolicy[],
  after: readonly NamedPolicy[],
  now: readonly NamedPolicy[],
): NamedPolicy[] {
  const [was, is] = [before, now].map((lines) => new Map(lines.map((line) => [line.id, line])));
  const known = new Set([...before, ...after].map(({ id }) => id));
  const mine = after.flatMap((line) =>
    isSameLine(line, was?.get(line.id)) ? (is?.get(line.id) ?? []) : line,
  );
  return [...mine, ...now.filter(({ id }) => !known.has(id))];
}

const isSameLine = (a: NamedPolicy, b: NamedPolicy | undefined) =>
  a.name === b?.name && a.note === b.note;

function selectLine(field: HTMLTextAreaElement, line: number) {
  const lines = field.value.split('\n');
  const start = lines.slice(0, line - 1).join('\n').length + Number(line > 1);
  field.focus();
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}

const PROBLEMS_SHOWN = 5;

const Problems = ({ problems }: { problems: Problem[] }) => (
  <div role="alert" className={styles.problems}>
    {problems.slice(0, PROBLEMS_SHOWN).map((problem) => (
      <FieldError key={problem.line} text={problem.text} />
    ))}
    {problems.length > PROBLEMS_SHOWN && (
      <FieldError text={`${formatNumber(problems.length - PROBLEMS_SHOWN)} more.`} />
    )}
  </div>
);

type NamelessProps = { book: PolicyBook; text: string; onAdd: (text: string) => void };

/** The ids that the known routes use and nobody has named. */
function Nameless({ book, text, onAdd }: NamelessProps) {
  const written = new Set(text.match(/[\w-]+/g));
  const ids = book.policies.flatMap(({ id, name }) => (name || written.has(id) ? [] : [id]));
  if (ids.length === 0) return null;
  return (
    <div>
      <Button
        variant="default"
        size="xs"
        onClick={() => {
          const before = text.trimEnd();
          onAdd(`${before && `${before}\n`}${ids.map((id) => `${id}, `).join('\n')}`);
        }}
      >
        Add the {count(ids.length, 'id')} without a name
      </Button>
    </div>
  );
}

const SHOWN_AT_ONCE = 50;

function Shared({ policies }: { policies: readonly NamedPolicy[] }) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  if (policies.length === 0) return null;
  return (
    <section aria-labelledby="operator-names" className={styles.operator}>
      <h3 id="operator-names">Named by the operator</h3>
      <ul className={styles.shared}>
        {policies.slice(0, shown).map(({ id, name, note }) => (
          <li key={id}>
            <UntrustedText text={name} />{' '}
            <span className={layout.mono}>
              <UntrustedText text={id} />
            </span>
            {note && (
              <div className={`${layout.muted} ${layout.small}`}>
                <UntrustedText text={note} />
              </div>
            )}
          </li>
        ))}
      </ul>
      <ShowMore
        shown={shown}
        all={policies.length}
        onMore={() => setShown((before) => before + SHOWN_AT_ONCE)}
      />
    </section>
  );
}
