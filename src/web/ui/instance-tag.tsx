import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './instance-tag.module.css';

type TagProps = { id?: string; colour?: string; title?: string; children: ReactNode };

/** A word in the bar about this installation or its key. */
export const Tag = ({ id, colour, title, children }: TagProps) => (
  <Badge
    id={id}
    className={styles.tag}
    style={{ '--mark': `var(--app-instance-${colour ?? 'grey'})` }}
    title={title}
    leftSection={colour && <i className={styles.mark} />}
  >
    {children}
  </Badge>
);

type InstanceTagsProps = {
  instance: { name: string; colour: string } | null;
  demonstration: boolean;
};

/** Tell several installations of the product apart, and real data from made-up data. */
export const InstanceTags = ({ instance, demonstration }: InstanceTagsProps) => (
  <>
    {instance && (
      <Tag colour={instance.colour} title={instance.name}>
        <span className="visually-hidden">Instance:&nbsp;</span>
        {instance.name}
      </Tag>
    )}
    {demonstration && <Tag>Demonstration data</Tag>}
  </>
);
