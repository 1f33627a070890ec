import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { BotUser } from '#contract/bot-user.ts';
import type { ListView } from '#web/features/bot-users/list-view.ts';
import type { ListEnd } from '#web/features/bot-users/pages.ts';
import { formatNumber, shorten } from '#web/lib/format.ts';
import { absoluteTime } from '#web/lib/time.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { PRINTED_MAX } from '#web/ui/virtual-rows.ts';
import styles from './bot-users-page.module.css';

type PrintedAboutProps = {
  rows: readonly BotUser[];
  view: ListView;
  loaded: number;
  end: ListEnd | undefined;
  /** How many match, in words; empty without a filter. */
  matches: string;
};

/** On paper, above the table: when it was printed, and of what it is a part. */
export function PrintedAbout({ rows, view, loaded, end, matches }: PrintedAboutProps) {
  const [printedAt, setPrintedAt] = useState(0);
  useEffect(() => {
    // The browser does not wait for a later render.
    const note = () => flushSync(() => setPrintedAt(Date.now()));
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  const filters = Object.entries(shownParams(view))
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} ${shorten(value)}`)
    .join(', ');
  const about = [
    `${formatNumber(loaded)} loaded`,
    end === 'last' ? '' : `the service ${end ? 'may have' : 'has'} more`,
    matches,
  ];
  return (
    <div className={styles.printed}>
      <p>
        Printed {absoluteTime(printedAt)}, {about.filter(Boolean).join(', ')}
        {filters && (
          <>
            , filter <UntrustedText text={filters} />
          </>
        )}
        .
      </p>
      {rows.length > PRINTED_MAX && (
        <p>
          The first {formatNumber(PRINTED_MAX)} of {formatNumber(rows.length)}. A file has all of
          them: Export.
        </p>
      )}
    </div>
  );
}

/** As the address has them. */
const shownParams = ({ text, status, ...rest }: ListView) => ({
  q: text,
  status: status === 'all' ? '' : status,
  ...rest,
});
