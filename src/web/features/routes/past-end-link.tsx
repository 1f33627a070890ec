import { Link } from 'react-router-dom';
import { useRoutesPastEnd } from '#web/features/routes/off-until.ts';
import { count } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import styles from './past-end-link.module.css';

/** In the bar, as long as a route is off past its time. */
export function PastEndLink() {
  const { length } = useRoutesPastEnd();
  if (length === 0) return null;
  const short = `${count(length, 'route')} off`;
  const text = `${short} past ${length === 1 ? 'its' : 'their'} time`;
  return (
    <Link to={`${paths.routes}?exposure=open`} className={styles.link} aria-label={text}>
      <span className={styles.long}>{text}</span>
      <span className={styles.short}>{short}</span>
    </Link>
  );
}
