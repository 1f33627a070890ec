import { Group, Stack } from '@mantine/core';
import { Fragment, useId, type ReactNode } from 'react';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './card.module.css';

/** A part of a page, called by its heading. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Stack component="section" className="card" gap="sm" p="lg" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </Stack>
  );
}

/** The buttons below a form that is a card. */
export const CardFoot = ({ children }: { children: ReactNode }) => (
  <Group
    className="buttons"
    px="lg"
    py="sm"
    gap="xs"
    style={{ borderTop: '1px solid var(--app-border)' }}
  >
    {children}
  </Group>
);

/** Two columns, one below the other where they have no room. */
export const Columns = ({ children }: { children: ReactNode }) => (
  <Group align="start" gap="lg" className={styles.columns}>
    {children}
  </Group>
);

/** Terms, which may be names of the service, each beside what it stands for. */
export const Facts = ({ of }: { of: Record<string, ReactNode> }) => (
  <dl className={styles.facts}>
    {Object.entries(of).map(([term, value]) => (
      <Fragment key={term}>
        <dt className="dim">
          <UntrustedText text={term} />
        </dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </dl>
);
