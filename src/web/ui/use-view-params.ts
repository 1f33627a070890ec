import { useEffect, useEffectEvent, useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';

const PRESSES = ['pointerdown', 'keydown'] as const;

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
  const navigation = useNavigationType();
  const [typed, setTyped] = useState({ text: inAddress, key, isWritten: true });

  // The address has changed. By other hands than ours (a link, Back) it brings its text along. Ours only replace it,
  // and more may have been typed, and even be on its way into the address, before one of them has come.
  if (typed.key !== key)
    setTyped(
      navigation === NavigationType.Replace
        ? { ...typed, key }
        : { text: inAddress, key, isWritten: true },
    );

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

  const writeText = useEffectEvent((q: string) => {
    setTyped((before) => ({ ...before, isWritten: true }));
    write({ q });
  });

  useEffect(() => {
    if (typed.isWritten) return undefined;
    const end = new AbortController();
    const writeNow = () => {
      end.abort();
      writeText(typed.text);
    };
    const timer = setTimeout(writeNow, 200);
    end.signal.addEventListener('abort', () => clearTimeout(timer));

    // A press may lead to another page: what was typed just before is written first, since later it would cancel that
    // navigation.
    const onPress = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement && target.type === 'search')) writeNow();
    };
    for (const event of PRESSES)
      document.addEventListener(event, onPress, { capture: true, signal: end.signal });
    return () => end.abort();
  }, [typed.text, typed.isWritten]);

  return {
    params,
    text: typed.text,
    /** Why the text is not filtered by. */
    textError: isSecret(typed.text)
      ? 'This is your API key. Nothing is filtered by it: take it out.'
      : undefined,
    setText(text: string) {
      setTyped((before) => ({ ...before, text, isWritten: false }));
    },
    /** Together with the text as it is typed. */
    set(fields: Record<string, string>) {
      const q = fields['q'] ?? typed.text;
      setTyped((before) => ({ ...before, text: q, isWritten: true }));
      write({ ...fields, q });
    },
  };
}
