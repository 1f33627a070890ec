import type { BrowserContext } from 'playwright/test';

/** What pages tell while they run: gone again, or kept from the console, before a test could look. */
export type Sign =
  /** A breach of the policy, also of one that only reports. */
  | 'policy'
  | 'uncaught error'
  | 'unhandled rejection'
  | 'a history entry'
  | 'localStorage'
  | 'sessionStorage'
  | 'the clipboard'
  /** For screen readers; it stands for two seconds at most. */
  | 'an announcement'
  /** A person has chosen whether this tab keeps the key: `yes` or `no`. */
  | 'choice to stay signed in';

const BINDING = 'signOfPage';

/** Hears all pages and frames of a context, from before their first script on. */
export async function hearSigns(
  context: BrowserContext,
  onSign: (sign: Sign, text: string) => void,
): Promise<void> {
  await context.exposeBinding(BINDING, (_source, sign: Sign, text: string) => onSign(sign, text));
  await context.addInitScript(tellSigns, BINDING);
}

/** Runs in the page, so it can use nothing from here. */
function tellSigns(binding: string) {
  const tell = (sign: Sign, text: string) =>
    (Reflect.get(globalThis, binding) as (sign: Sign, text: string) => void)(sign, text); // as exposed
  const textOf = (thrown: unknown) =>
    thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);

  addEventListener(
    'securitypolicyviolation',
    (event) =>
      tell('policy', `${event.disposition} ${event.effectiveDirective}: ${event.blockedURI}`),
    true,
  );
  // Before the page's own listeners, which may keep both from the console.
  addEventListener('error', ({ error }) => error && tell('uncaught error', textOf(error)));
  addEventListener('unhandledrejection', ({ reason }) =>
    tell('unhandled rejection', textOf(reason)),
  );
  addEventListener(
    'change',
    ({ isTrusted, target }) => {
      const isChoice =
        target instanceof HTMLInputElement &&
        [...(target.labels ?? [])].some((label) => label.textContent.startsWith('Stay signed in'));
      if (isTrusted && isChoice) tell('choice to stay signed in', target.checked ? 'yes' : 'no');
    },
    true,
  );

  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (target instanceof HTMLElement && target.matches('[aria-live=polite]'))
        for (const { textContent } of addedNodes)
          if (textContent) tell('an announcement', textContent);
  }).observe(document, { childList: true, subtree: true });

  /** Tells every call of a method, then makes it. */
  function watch<Owner extends object>(
    owner: Owner | undefined,
    method: keyof Owner,
    hear: (self: unknown, given: unknown[]) => void,
  ) {
    const original = owner?.[method];
    if (!owner || typeof original !== 'function') return;
    Object.defineProperty(owner, method, {
      configurable: true,
      writable: true,
      value(this: unknown, ...given: unknown[]): unknown {
        hear(this, given);
        return Reflect.apply(original, this, given);
      },
    });
  }
  for (const method of ['pushState', 'replaceState'] as const)
    watch(History.prototype, method, (_self, given) =>
      tell('a history entry', JSON.stringify(given)),
    );
  watch(Storage.prototype, 'setItem', (self, given) =>
    tell(self === localStorage ? 'localStorage' : 'sessionStorage', given.join(': ')),
  );
  // Not there in a document without a secure origin.
  watch(globalThis.Clipboard?.prototype, 'writeText', (_self, [text]) =>
    tell('the clipboard', String(text)),
  );
}
