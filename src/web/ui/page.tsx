import { Box, Group, Stack } from '@mantine/core';
import { createContext, use, useEffect, useRef, type ReactNode } from 'react';
import { createStore } from '#web/lib/store.ts';
import { PRODUCT } from '#web/ui/logo.tsx';

type PageProps = {
  /** Names the document; the names of the product and the instance stand after it. */
  title: string;
  /** Where it says more than the title, or less. */
  heading?: ReactNode;
  breadcrumb?: ReactNode;
  /** Under the heading. */
  lead?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
};

/** Name of this installation, for the title of the document. */
export const InstanceName = createContext<string | undefined>(undefined);

/** Stands before the title while a job runs: `12 of 80`. */
export const titlePrefix = createStore<string | undefined>(undefined);

/** The page that was opened first keeps the browser's own focus. */
let isFirstPage = true;

/** After a navigation the heading gets the focus, unless a part of the page has it already: a new row, say. */
export function Page({ title, heading = title, lead, actions, ...parts }: PageProps) {
  const instance = use(InstanceName);
  const prefix = titlePrefix.use();
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
      <Stack gap={6} mb="lg">
        {/* They share a line where both fit. */}
        <Group gap="xs">
          <Box component="h1" flex="1 1 6rem" ref={h1} tabIndex={-1}>
            {heading}
          </Box>
          {actions && (
            <Group gap="xs" className="buttons screen-only">
              {actions}
            </Group>
          )}
        </Group>
        {lead}
      </Stack>
      {parts.children}
    </>
  );
}
