import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { RequestLogEntry } from '#client/request-log.ts';
import type { Deviation } from '#web/api/activity.ts';
import { count } from '#web/lib/format.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { icon } from '#web/ui/icon.ts';
import { toSafeLine } from '#web/ui/safe-line.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Button } from '#web/ui/parts/button.tsx';
import styles from './activity.module.css';

type ContractWatchProps = {
  deviations: readonly Deviation[];
  entries: readonly RequestLogEntry[];
  /** @param number of a request that is still kept */
  onShow: (number: number) => void;
};

/** A service may give every field another name: what is listed must not grow with it. */
const SHOWN_MAX = 50;

/** How the responses of this service differ from the documented ones, when they do. */
export function ContractWatch({ deviations, entries, onShow }: ContractWatchProps) {
  if (deviations.length === 0) return null;
  const newest = deviations.toReversed().slice(0, SHOWN_MAX);
  const hidden = deviations.length - newest.length;
  const kept = new Set(entries.map(({ number }) => number));
  return (
    <section aria-label="Differs from the documented API" className={styles.watch}>
      <details>
        <summary>
          <TriangleAlert {...icon} />
          <h3>Differs from the documented API</h3>
          <span className={styles.badge}>{deviations.length}</span>
        </summary>
        <p className={`${layout.muted} ${layout.small}`}>
          The app can still read it. Extra fields are allowed; missing ones may mean another
          version.
        </p>
        <ul>
          {newest.map(({ method, template, text, times, last }) => {
            const operation = `${method} ${template}`;
            return (
              <li key={`${operation} ${text}`}>
                <p className={layout.mono}>{operation}</p>
                <p>
                  <UntrustedText text={text} />, {times === 1 ? 'once' : count(times, 'time')}
                </p>
                {kept.has(last) && (
                  <Button variant="default" size="xs" onClick={() => onShow(last)}>
                    Show newest request
                    <span className="visually-hidden">
                      {' '}
                      of {operation}: {toSafeLine(text)}
                    </span>
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
        {hidden > 0 && <p className={layout.muted}>{count(hidden, 'older one')} not shown.</p>}
      </details>
    </section>
  );
}
