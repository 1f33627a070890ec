import { session } from '#web/session/session.ts';

/** What was typed into the form of the document, for the app's own, which takes its place. */
interface Typed {
  text: string;
  stay: boolean;
  /** Whether it was sent: the app's form checks it then. */
  isSent: boolean;
}

let typed: Typed | undefined;

// Another tab has signed in meanwhile.
session.subscribe(() => {
  if (session.state().kind !== 'signed-out') typed = undefined;
});

/** Before React takes the document's form away. */
export function keepTyped() {
  const form = document.querySelector('[data-form] form');
  const field = form?.querySelector<HTMLInputElement>('#api-key');
  if (!form || !field || session.state().kind !== 'signed-out') return;
  typed = {
    text: field.value,
    stay: form.querySelector<HTMLInputElement>('#stay')?.checked === true,
    isSent: form.querySelector('[type=submit]')?.ariaDisabled === 'true',
  };
}

/** Returns it once. */
export function takeTyped(): Typed | undefined {
  const taken = typed;
  typed = undefined;
  return taken;
}
