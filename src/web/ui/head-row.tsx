import type { ReactNode } from 'react';

type HeadRowProps = {
  /** Of the columns, in their order. */
  names: readonly string[];
  /** A column before them. */
  children?: ReactNode;
};

/** The head of a table that nobody sorts. */
export const HeadRow = ({ names, children }: HeadRowProps) => (
  <thead role="rowgroup">
    <tr role="row" aria-rowindex={1}>
      {children}
      {names.map((name) => (
        <th key={name} role="columnheader" scope="col">
          {name}
        </th>
      ))}
    </tr>
  </thead>
);
