import type { BrowserContext } from 'playwright/test';

/** What the pages of a test complained about: console errors, uncaught errors, breaches of the page's policy. */
export interface Problems {
  /** Lets requests fail in this test: with a status, or without an answer. The browser logs each of them. */
  allow(...failures: (number | 'no answer')[]): void;
  unexpected(): string[];
}

export function recordProblems(context: BrowserContext): Problems {
  const found: string[] = [];
  const allowed: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') found.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (webError) =>
    found.push(webError.error().stack ?? String(webError.error())),
  );

  return {
    allow(...failures) {
      allowed.push(
        ...failures.map((failure) =>
          failure === 'no answer'
            ? 'Failed to load resource: net::ERR_'
            : `Failed to load resource: the server responded with a status of ${failure} `,
        ),
      );
    },
    unexpected: () => found.filter((text) => allowed.every((start) => !text.startsWith(start))),
  };
}
