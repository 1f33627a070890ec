import { Anchor, Breadcrumbs } from '@mantine/core';
import { Link } from 'react-router-dom';
import { toSafeLine } from '#web/ui/safe-line.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

type BreadcrumbProps = {
  /** The page above this one. */
  parent: { text: string; to: string; state?: object };
  /** What this page is called. */
  text: string;
  title?: string;
};

/** Stands on pages from the second level on. */
export const Breadcrumb = ({ parent, text, title }: BreadcrumbProps) => (
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
      <Anchor component={Link} to={parent.to} state={parent.state} size="sm" lh="var(--target)">
        {parent.text}
      </Anchor>
      <span title={title && toSafeLine(title)} aria-current="page">
        <UntrustedText text={text} />
      </span>
    </Breadcrumbs>
  </nav>
);
