import { Badge, Box } from '@mantine/core';
import type { ReactNode } from 'react';

type TagProps = { id?: string; colour?: string; title?: string; children: ReactNode };

/** A word in the bar about this installation or its key. */
export const Tag = ({ id, colour, title, children }: TagProps) => (
  <Badge
    id={id}
    variant="transparent"
    h="1.5rem"
    c="inherit"
    bd="1px solid var(--mark)"
    bdrs="sm"
    style={{ '--mark': `var(--app-instance-${colour ?? 'grey'})` }}
    title={title}
    // Made of a border, for paper and forced colours drop backgrounds.
    leftSection={
      colour && (
        <Box
          component="i"
          bd="5px solid var(--mark)"
          bdrs={2}
          style={{ forcedColorAdjust: 'none' }}
        />
      )
    }
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
