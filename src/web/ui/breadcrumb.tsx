import { Anchor, Breadcrumbs } from '@mantine/core';
import { Link } from 'react-router-dom';
import { toSafeLine } from '#web/ui/safe-line.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

type Crumb = { text: string; to?: string; state?: object; title?: string };

/** From the second level on; the last crumb is the page itself. */
export const Breadcrumb = ({ crumbs }: { crumbs: Crumb[] }) => (
  <nav aria-label="Breadcrumb">
    <Breadcrumbs
      separatorMargin={6}
      mb="sm"
      c="dimmed"
      style={{ flexWrap: 'wrap' }}
      styles={{
        breadcrumb: { maxWidth: '100%', whiteSpace: 'normal', overflowWrap: 'anywhere' },
      }}
    >
      {crumbs.map(({ text, to, state, title }, index) =>
        to === undefined ? (
          <span
            key={index}
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
