import { VisuallyHidden } from '@mantine/core';
import { createContext, use } from 'react';
import styles from './instance.module.css';

/** Tells several installations of the product apart. */
export type Instance = {
  name: string;
  /** One of those that the style names. */
  colour: string;
};

/** `null` where there is nothing to tell apart, and as long as the configuration has not been read. */
export const InstanceContext = createContext<Instance | null>(null);

export const useInstance = () => use(InstanceContext);

/** The name on ink of its own, so that it can be read on any ground; a long one is cut, and whole in its title. */
export function InstanceTag() {
  const instance = useInstance();
  if (instance === null) return null;
  return (
    <span className={styles.tag} data-colour={instance.colour} title={instance.name}>
      <i className={styles.mark} aria-hidden />
      <VisuallyHidden component="span">Instance:&nbsp;</VisuallyHidden>
      <span className={styles.name}>{instance.name}</span>
    </span>
  );
}

/** What is shown was invented, whoever may take it for real. */
export const DemonstrationTag = () => (
  <span className={`${styles.tag} ${styles.demonstration}`}>Demonstration data</span>
);
