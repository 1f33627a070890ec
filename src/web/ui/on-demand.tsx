import { Component, lazy, Suspense, type ReactNode } from 'react';
import { isChunkError } from '#web/ui/chunk-error.ts';

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
 * A part whose code is fetched when it is first drawn, inside of `OnDemand`.
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
    return { default: (await withStyles(load))[name] };
  });

/**
 * Around parts made by `onDemand`, whose code is fetched when they are opened. A failed download leaves the page as
 * it is: the shell says that part of the app did not load.
 */
export class OnDemand extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error !== undefined && !isChunkError(error)) throw error;
    return error === undefined && <Suspense>{this.props.children}</Suspense>;
  }
}
