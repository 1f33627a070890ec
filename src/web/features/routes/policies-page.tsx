import { Group, Stack } from '@mantine/core';
import ListX from 'lucide-react/icons/list-x';
import { Link } from 'react-router-dom';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { useRoutes } from '#web/features/routes/known-routes.ts';
import { useKnownPolicies, type KnownPolicy } from '#web/features/routes/policies.ts';
import { count, formatNumber, shorten } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { CopyIcon } from '#web/ui/copy.tsx';
import { HeadRow, ListTable } from '#web/ui/list-table.tsx';
import { middleCut, MiddleCut } from '#web/ui/middle-cut.tsx';
import { Page } from '#web/ui/page.tsx';
import { toSafeLine } from '#web/ui/safe-line.ts';
import { StateCard } from '#web/ui/state-card.tsx';
import { UntrustedCode } from '#web/ui/untrusted-text.tsx';
import table from '#web/ui/table.module.css';
import styles from './board.module.css';

/** Every IP policy that is known here, and on how many checked routes. */
export function Component() {
  useRoutes(); // shared routes are counted, too
  const { policies, isOffered, isLoading, error, refetch } = useKnownPolicies();
  const isAny = policies.length > 0;
  const isKnown = isAny || (!isLoading && !error);
  return (
    <Page
      title="IP policies"
      breadcrumb={<Breadcrumb parent={{ text: 'Routes', to: paths.routes }} text="IP policies" />}
      lead={
        <p className="dim numbers">
          {isKnown ? `${count(policies.length, 'policy', 'policies')}. ` : isLoading && 'Loading… '}
          Routes are counted as they were last checked.
          {!isOffered && ' This service has no list of IP policies: you see what routes use.'}
        </p>
      }
    >
      <Stack>
        <ReadFailed title="The names could not be loaded." error={error} onRetry={refetch}>
          {isAny && 'You see the ids that checked routes use.'}
        </ReadFailed>
        {isKnown && (
          <section className="card" aria-label="IP policy list">
            {isAny ? (
              <ListTable
                aria-label="IP policies"
                className={styles.known}
                head={<HeadRow names={['Name', 'Id', 'Routes', 'State']} />}
                rows={policies}
                keyOf={idOf}
                rowHeight={45}
              >
                {(policy, index) => <Row key={policy.id} {...policy} index={index} />}
              </ListTable>
            ) : (
              <StateCard icon={ListX} title="No IP policy is known">
                <p>Check routes to see which policies they use.</p>
              </StateCard>
            )}
          </section>
        )}
      </Stack>
    </Page>
  );
}

const idOf = ({ id }: KnownPolicy) => id;

/** Its link opens the board with the routes that use it. */
function Row({ id, name, note, on, off, index }: KnownPolicy & { index: number }) {
  const to = `${paths.routes}?${new URLSearchParams({ policy: id })}`;
  const isUsed = on + off > 0;
  const states = [on > 0 && `on ${formatNumber(on)}`, off > 0 && `off ${formatNumber(off)}`];
  return (
    <tr role="row" data-index={index} data-id={id} aria-rowindex={index + 2}>
      <th role="rowheader" scope="row">
        <Link to={to} className={middleCut} title={toSafeLine(note || name || id)}>
          <MiddleCut text={shorten(name || 'No name')} />
        </Link>
      </th>
      <td role="cell" className={table.id}>
        <Group gap={4} wrap="nowrap">
          <UntrustedCode text={id} />
          <CopyIcon label={`Copy id ${shorten(toSafeLine(id))}`} text={id} />
        </Group>
      </td>
      {/* One column alone would cut "No checked route" off. */}
      <td role="cell" className="numbers" colSpan={isUsed ? 1 : 2} aria-colspan={isUsed ? 1 : 2}>
        {isUsed ? count(on + off, 'route') : 'No checked route'}
      </td>
      {isUsed && (
        <td role="cell" className="numbers">
          {states.filter(Boolean).join(', ')}
        </td>
      )}
    </tr>
  );
}
