import styles from './skeleton.module.css';

/** A line of what is loading, for those who see; what loads is said by the part around it. */
export function Skeleton({ width }: { width: string }) {
  return <div className={styles.skeleton} style={{ width }} />;
}
