import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';

/**
 * How a list is shown, as the address holds it, in the history entry that is there; a default is left out.
 *
 * The text of the filter (`q`) is written 200 ms after the last key, everything else at once.
 *
 * @param isSecret whether a text must not get into an address, where it would stay in the history
 */
export function useViewParams(isSecret: (text: string) => boolean) {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get('q') ?? '';
  const { key, pathname } = useLocation();
  // Ours only replace the address. By other hands (a link, Back) it brings its text along.
  const isOurs = useNavigationType() === NavigationType.Replace;
  const [typed, setTyped] = useState({ text: inAddress, key });
  const { text } = typed;

  // After ours has come, more may have been typed, and even be on its way into the address.
  if (typed.key !== key) setTyped({ text: isOurs ? text : inAddress, key });

  /** @param fields an empty text takes a field out */
  function write(fields: Record<string, string>) {
    // While the code of another page is being fetched: a navigation here would cancel that one.
    if (location.pathname !== pathname) return;
    // The address itself, not this render's: the text is written later.
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(fields)) {
      if (value === '' || isSecret(value)) next.delete(name);
      else next.set(name, value);
    }
    // At once: a radio that waited for the router would jump back for a moment.
    setParams(next, { replace: true, flushSync: true });
  }

  const writeText = useDebouncedCallback((q: string) => {
    // Meanwhile the address may have brought another text along.
    if (q === text) write({ q });
  }, 200);

  // A press may lead to another page: what was typed just before is written first, since later it would cancel that
  // navigation.
  useWindowEvent('pointerdown', writeText.flush, true);
  const writeFirst = ({ target, key: pressed }: KeyboardEvent) => {
    const isTyped = target instanceof HTMLInputElement && target.type === 'search';
    if (!isTyped || pressed === 'Enter') writeText.flush();
  };
  useWindowEvent('keydown', writeFirst, true);

  return {
    params,
    text,
    /** Why the text is not filtered by. */
    textError: isSecret(text)
      ? 'This is your API key. Nothing is filtered by it: take it out.'
      : undefined,
    setText(next: string) {
      setTyped({ text: next, key });
      writeText(next);
    },
    /** Together with the text as it is typed. */
    set(fields: Record<string, string>) {
      const q = fields['q'] ?? text;
      setTyped({ text: q, key });
      write({ ...fields, q });
    },
  };
}
