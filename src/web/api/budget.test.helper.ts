import { createBudget, type BudgetOptions } from '#web/api/budget.ts';
import { createRateLimiter } from '#web/api/rate-limiter.ts';

type Update = BudgetOptions['update'];

/** A browser without time of its own: its tabs have one record and hear each other. */
export function createBrowser() {
  const browser = {
    kept: undefined as unknown,
    messages: [] as unknown[],
    /** How the storage behaves. */
    storage: 'works' as 'works' | 'fails' | 'hangs',
    openTab,
    post,
  };
  const tabs = new Set<EventTarget>();
  let before: Promise<unknown> = Promise.resolve();

  const update: Update = (change) => {
    if (browser.storage === 'hangs') return new Promise(() => {});
    const turn = before.then(() => {
      if (browser.storage === 'fails') throw new Error('No room');
      browser.kept = change(browser.kept);
    });
    before = turn.catch(() => {});
    return turn;
  };

  function post(data: unknown, from?: EventTarget) {
    browser.messages.push(data);
    for (const tab of tabs)
      if (tab !== from)
        tab.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }));
  }

  /** @param code arrives, or fails, when the limiter first asks for the budget */
  function openTab(
    limit: number | null | (() => number | null),
    code: Promise<void> = Promise.resolve(),
  ) {
    const target = new EventTarget();
    tabs.add(target);
    const channel = {
      postMessage: (data: unknown) => post(data, target),
      addEventListener: target.addEventListener.bind(target),
    };
    const limiter = createRateLimiter(
      typeof limit === 'function' ? limit : () => limit,
      async () => {
        await code.finally(() => void (code = Promise.resolve()));
        return (start) => createBudget({ ...start, update, channel });
      },
    );
    return { ...limiter, close: () => void tabs.delete(target) };
  }

  return browser;
}
