import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useId, useMemo, useState } from 'react';
import type { KnownRoute } from '#web/features/routes/known-routes.ts';
import { usePolicyNames } from '#web/features/routes/policies.ts';
import { count } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { toSafeLine } from '#web/ui/safe-line.ts';
import styles from './board.module.css';

type PolicyFilterProps = {
  routes: readonly KnownRoute[];
  /** A whole id or a whole name. */
  value: string;
  onChange: (value: string) => void;
};

/** Half an id would find nothing: what is typed counts when it is known, or after a pause of this many milliseconds. */
const PAUSE_MS = 400;

/** Which routes hold a policy. */
export function PolicyFilter({ routes, value, onChange }: PolicyFilterProps) {
  const { nameOf, find } = usePolicyNames();
  const listId = useId();
  const [typed, setTyped] = useState({ text: value, sent: value });
  // Not by what was typed: a link, Back, "Show all routes".
  if (typed.sent !== value) setTyped({ text: value, sent: value });
  const used = useMemo(() => {
    const times = new Map<string, number>();
    for (const { last_check } of routes)
      for (const id of last_check?.ip_policy_ids ?? []) times.set(id, (times.get(id) ?? 0) + 1);
    return times;
  }, [routes]);

  function send(text: string) {
    const sent = session.containsKey(text) ? '' : text.trim();
    setTyped({ text, sent });
    if (sent !== value) onChange(sent);
  }
  const sendSoon = useDebouncedCallback(send, PAUSE_MS);
  function sendNow(text: string) {
    sendSoon.cancel();
    send(text);
  }

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
        error={session.containsKey(typed.text) && 'This is your API key: take it out.'}
        errorProps={{ role: 'alert' }}
        onChange={({ currentTarget: { value: text } }) => {
          if (text.trim() === '' || used.has(text.trim()) || find(text).length > 0)
            return sendNow(text);
          setTyped({ ...typed, text });
          sendSoon(text);
        }}
        onBlur={() => sendNow(typed.text)}
        onKeyDown={({ key }) => key === 'Enter' && sendNow(typed.text)}
      />
      <datalist id={listId}>
        {[...used].map(([id, times]) => (
          <option
            key={id}
            value={id}
            label={`${toSafeLine(nameOf(id) || id)} · used by ${count(times, 'route')}`}
          />
        ))}
      </datalist>
    </>
  );
}
