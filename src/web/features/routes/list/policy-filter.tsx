import { useEffect, useEffectEvent, useId, useState } from 'react';
import { usePolicyBook } from '#web/features/routes/policies/policy-book.ts';
import { count } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';
import { toSafeLine } from '#web/ui/safe-line.ts';
import styles from './board.module.css';

type PolicyFilterProps = {
  /** A whole id or a whole name. */
  value: string;
  onChange: (value: string) => void;
};

/** Half an id would find nothing: what is typed counts when it is known, or after a pause. */
const PAUSE_MS = 400;

/** Which routes hold a policy. */
export function PolicyFilter({ value, onChange }: PolicyFilterProps) {
  const { policies } = usePolicyBook();
  const listId = useId();
  const [typed, setTyped] = useState({ text: value, sent: value, value });

  // Not by what was typed: a link, Back, "Show all routes".
  if (typed.value !== value)
    setTyped(value === typed.sent ? { ...typed, value } : { text: value, sent: value, value });

  function send(text: string) {
    const sent = text.trim();
    setTyped((before) => ({ ...before, text, sent }));
    if (sent !== typed.sent) onChange(sent);
  }

  const isKnown = (text: string) =>
    policies.some(({ id, name }) => id === text || name.toLowerCase() === text.toLowerCase());

  const { text: waiting, sent } = typed;
  const sendTyped = useEffectEvent(send);
  useEffect(() => {
    if (waiting.trim() === sent) return undefined;
    const timer = setTimeout(() => sendTyped(waiting), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [waiting, sent]);

  const isKey = session.containsKey(typed.text);
  return (
    <>
      <TextInput
        className={styles.policy}
        aria-label="Uses policy"
        placeholder="Uses policy: id or name"
        list={listId}
        spellCheck={false}
        autoComplete="off"
        value={typed.text}
        error={isKey && <FieldError text="This is your API key: take it out." alert />}
        onChange={({ currentTarget: { value: text } }) => {
          if (text.trim() === '' || isKnown(text.trim())) send(text);
          else setTyped({ ...typed, text });
        }}
        onBlur={() => send(typed.text)}
        onKeyDown={({ key }) => key === 'Enter' && send(typed.text)}
      />
      <datalist id={listId}>
        {policies
          .filter(({ usedBy }) => usedBy > 0)
          .map(({ id, name, usedBy }) => (
            <option
              key={id}
              value={id}
              label={[toSafeLine(name || id), `used by ${count(usedBy, 'route')}`].join(' · ')}
            />
          ))}
      </datalist>
    </>
  );
}
