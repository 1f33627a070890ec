import { useDeferredValue, useId, useRef, type ReactNode, type Ref } from 'react';
import { type KnownPolicy, usePolicyBook } from '#web/features/routes/policies/policy-book.ts';
import { readPolicyEntries } from '#web/features/routes/policies/read-policies.ts';
import { count, shorten } from '#web/lib/format.ts';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { Button } from '#web/ui/parts/button.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';
import { toSafeLine } from '#web/ui/safe-line.ts';
import styles from './policies.module.css';

type PolicyFieldProps = {
  /** What is typed and not added yet. */
  text: string;
  onText: (text: string) => void;
  /**
   * Takes the ids out of the text, see `takePolicies`.
   *
   * @param anyway also those that look foreign
   */
  onAdd: (anyway?: true) => void;
  /** A text is announced as an alert. */
  error?: ReactNode;
  /** What became of the last press; announced. */
  said?: string | undefined;
  label?: string;
  description?: string;
  ref?: Ref<HTMLInputElement>;
  id?: string | undefined;
};

/**
 * Takes ids and names of policies, one or many, and completes them from those known. Enter adds and never submits. Keeps
 * the focus after each press, as what was added leaves it.
 */
export function PolicyField({
  text,
  onText,
  onAdd,
  error,
  said = '',
  label = 'Add IP policy ids',
  description = 'Ids or names, separated by commas or new lines. Repeats are dropped.',
  ref,
  id,
}: PolicyFieldProps) {
  const book = usePolicyBook();
  const options = useId();
  const input = useRef<HTMLInputElement | null>(null);
  const typed = useDeferredValue(text);
  const isHeld = Boolean(error) && readPolicyEntries(text, book).foreign.length > 0;

  function press(anyway?: true) {
    onAdd(anyway);
    input.current?.focus();
  }

  return (
    <div>
      <div className={styles.add}>
        <TextInput
          ref={(element) => {
            input.current = element;
            if (typeof ref === 'function') return ref(element);
            if (ref) ref.current = element;
            return undefined;
          }}
          id={id}
          className={styles.addField}
          label={label}
          description={description}
          error={typeof error === 'string' && error ? <FieldError alert text={error} /> : error}
          list={options}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            if (!/[\r\n]/.test(pasted)) return;
            // A field of one line would join the lines.
            event.preventDefault();
            const { selectionStart, selectionEnd, value } = event.currentTarget;
            const before = value.slice(0, selectionStart ?? value.length);
            const after = value.slice(selectionEnd ?? value.length);
            onText(before + pasted.trim().replaceAll(/\s*[\r\n]+\s*/g, ', ') + after);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            press();
          }}
        />
        <Button variant="default" onClick={() => press()}>
          Add
        </Button>
        {isHeld && (
          <Button variant="default" onClick={() => press(true)}>
            Add anyway
          </Button>
        )}
      </div>
      <datalist id={options}>
        {offered(book.policies, typed).map((policy) => (
          <option key={policy.id} value={policy.id} label={optionLabel(policy)} />
        ))}
      </datalist>
      <div role="status" className={said ? styles.said : undefined}>
        {said}
      </div>
    </div>
  );
}

/** A browser draws all options at once. */
const OPTIONS_MAX = 100;

function offered(policies: readonly KnownPolicy[], typed: string): KnownPolicy[] {
  const text = typed.trim().toLowerCase();
  const matches = ({ id, name }: KnownPolicy) =>
    id.toLowerCase().includes(text) || name.toLowerCase().includes(text);
  return policies.filter(matches).slice(0, OPTIONS_MAX);
}

/** `Office Berlin · main site · used by 12 routes` */
const optionLabel = ({ name, note, usedBy }: KnownPolicy) =>
  [
    ...[name, note].filter((text) => text !== '').map((text) => shorten(toSafeLine(text))),
    ...(usedBy > 0 ? [`used by ${count(usedBy, 'route')}`] : []),
  ].join(' · ') || undefined;
