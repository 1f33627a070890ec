import { VisuallyHidden } from '@mantine/core';
import type { KnownRoute } from '#web/features/routes/known-route.ts';
import { routeKey } from '#web/features/routes/route-address.ts';
import type { RowDialog } from '#web/features/routes/list/route-menu.tsx';
import { RouteRow } from '#web/features/routes/list/route-row.tsx';
import { nameOf } from '#web/ui/table/labels.ts';
import table from '#web/ui/table/table.module.css';

type RouteTableProps = {
  routes: KnownRoute[];
  /** By `routeKey`. */
  names: Map<string, string>;
  onDialog: (dialog: RowDialog) => void;
};

/** A table for its reading keys; roles are stated because the narrow layout drops the native ones. */
export function RouteTable({ routes, names, onDialog }: RouteTableProps) {
  return (
    <div className={table.wrap}>
      <table role="table" aria-label="Routes" className={table.table}>
        <thead role="rowgroup">
          <tr role="row">
            {['Label', 'Edge and route', 'IP restriction', 'Checked'].map((text) => (
              <th key={text} role="columnheader" scope="col">
                {text}
              </th>
            ))}
            <th role="columnheader" scope="col" className={table.end}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {routes.map((route) => (
            <RouteRow
              key={routeKey(route)}
              route={route}
              name={names.get(routeKey(route)) ?? nameOf(route)}
              onDialog={onDialog}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
