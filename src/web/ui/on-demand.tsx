import { lazy } from 'react';
import { loadAtLast } from '#web/ui/chunk-error.ts';

/** Fetches code that draws something, together with the styles that the start does not need. */
export async function withStyles<Code>(load: () => Promise<Code>): Promise<Code> {
  // In this order, for the styles of the code itself stand above them.
  const [, code] = await Promise.all([import('#web/styles/more.css'), load()]);
  return code;
}

/** Resolves once what there is to draw is on the screen, or soon where that takes long: for code that nobody waits for. */
export const idle = () =>
  new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 500 });
    else setTimeout(resolve, 200);
  });

/** What React's `lazy` takes: a component of any props. */
type Part = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/**
 * A part whose code is fetched when it is first drawn, inside of `Suspense`. Where it does not come the page stays as it
 * is.
 *
 * @param name of the part, as its module exports it
 * @param ready resolves when the code may be fetched; without, that is at once
 */
export const onDemand = <Name extends string, Code extends Record<Name, Part>>(
  load: () => Promise<Code>,
  name: Name,
  ready?: () => Promise<unknown>,
) =>
  lazy<Code[Name]>(async () => {
    await ready?.();
    return { default: (await loadAtLast(() => withStyles(load)))[name] };
  });
