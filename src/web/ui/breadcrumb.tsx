import { Anchor, Breadcrumbs } from '@mantine/core';
import { Link } from 'react-router-dom';
import { toSafeLine } from '#web/ui/safe-line.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './page.module.css';

type Crumb = { text: string; to?: string; state?: object; mono?: boolean; title?: string };

/** From the second level on; the last crumb is the page itself. */
export function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <Breadcrumbs className={styles.crumbs} separatorMargin={6}>
        {crumbs.map(({ text, to, state, mono, title }, index) =>
          to === undefined ? (
            <span
              key={index}
              className={mono ? styles.mono : undefined}
              title={title && toSafeLine(title)}
              aria-current={index === crumbs.length - 1 ? 'page' : undefined}
            >
              <UntrustedText text={text} />
            </span>
          ) : (
            <Anchor key={index} component={Link} to={to} state={state} size="sm">
              {text}
            </Anchor>
          ),
        )}
      </Breadcrumbs>
    </nav>
  );
}
