import { createContext, use } from 'react';
import styles from './instance.module.css';

/** Tells several installations of the product apart. */
export type Instance = {
  name: string;
  /** One of the names in the style. */
  colour: string;
};

/** `null` without an instance, and before the configuration is loaded. */
export const InstanceContext = createContext<Instance | null>(null);

export const useInstance = () => use(InstanceContext);

export function InstanceTag() {
  const instance = useInstance();
  if (instance === null) return null;
  return (
    <span className={styles.tag} data-colour={instance.colour} title={instance.name}>
      <i className={styles.mark} aria-hidden />
      <span className="visually-hidden">Instance:&nbsp;</span>
      <span className={styles.name}>{instance.name}</span>
    </span>
  );
}

export const DemonstrationTag = () => (
  <span className={`${styles.tag} ${styles.demonstration}`}>Demonstration data</span>
);
