import { Group, Stack } from '@mantine/core';
import { createContext, use, useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { createStore } from '#web/lib/emitter.ts';
import { PRODUCT } from '#web/ui/logo.tsx';
import styles from './page.module.css';

type PageProps = {
  /** Names the document; the names of the product and the instance stand after it. */
  title: string;
  /** Where it says more than the title, or less. */
  heading?: ReactNode;
  breadcrumb?: ReactNode;
  /** Under the heading. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** With a long heading: on a phone the actions stand below the words, on a line of their own. */
  isStacked?: boolean;
  children?: ReactNode;
};

/** Name of this installation, for the title of the document. */
export const InstanceName = createContext<string | undefined>(undefined);

/** Stands before the title while a job runs: `12 of 80`. */
export const titlePrefix = createStore<string | undefined>(undefined);

/** The page that was opened first keeps the browser's own focus. */
let isFirstPage = true;

/** After a navigation the heading gets the focus, unless a part of the page has it already: a new row, say. */
export function Page({ title, heading = title, lead, actions, isStacked, ...parts }: PageProps) {
  const instance = use(InstanceName);
  const prefix = useSyncExternalStore(titlePrefix.subscribe, titlePrefix.get);
  // An error comes before anything else.
  const fullTitle = prefix ? title.replace(/^(Error: )?/, `$1${prefix}, `) : title;
  const h1 = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    const main = document.getElementById('main');
    const taken = main !== document.activeElement && main?.contains(document.activeElement);
    if (!isFirstPage && !taken) h1.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);

  return (
    <>
      <title>{[fullTitle, PRODUCT, instance].filter(Boolean).join(' · ')}</title>
      {parts.breadcrumb}
      <Group align="flex-end" mb="lg" className={styles.head} data-stacked={isStacked || undefined}>
        <Stack gap={6} miw={0} flex="1 1 20rem" className={styles.words}>
          <h1 ref={h1} tabIndex={-1}>
            {heading}
          </h1>
          {lead}
        </Stack>
        {actions && (
          <Group gap="xs" className={`screen-only ${styles.actions}`}>
            {actions}
          </Group>
        )}
      </Group>
      {parts.children}
    </>
  );
}
