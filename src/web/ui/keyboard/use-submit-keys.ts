import { useEffect, type RefObject } from 'react';
import { isSomethingOpen } from '#web/ui/keyboard/is-free.ts';

/**
 * Ctrl+S and Ctrl+Enter, with Cmd where that is the key, submit the page's form with its first button, wherever the
 * focus is. The browser's own dialog for saving the page never comes.
 */
export function useSubmitKeys(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const submit = (event: KeyboardEvent) => {
      if (event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return;
      if (event.key !== 'Enter' && event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (!event.repeat && !isSomethingOpen()) form.current?.requestSubmit();
    };
    document.addEventListener('keydown', submit);
    return () => document.removeEventListener('keydown', submit);
  }, [form]);
}
