import { Link } from 'react-router-dom';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { toSafeLine } from '#web/ui/safe-line.ts';
import styles from './breadcrumb.module.css';

type Crumb = { text: string; to?: string; state?: object; mono?: boolean; title?: string };

/** From the second level on; the last crumb is the page itself. */
export function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className={styles.crumbs}>
      <ol>
        {crumbs.map(({ text, to, state, mono, title }, index) => (
          <li
            key={`${index} ${text}`}
            className={mono ? styles.mono : undefined}
            title={title && toSafeLine(title)}
            aria-current={index === crumbs.length - 1 ? 'page' : undefined}
          >
            {to === undefined ? (
              <UntrustedText text={text} />
            ) : (
              <Link to={to} state={state}>
                {text}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
