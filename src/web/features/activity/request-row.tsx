import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Terminal from 'lucide-react/icons/terminal';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { RequestLogEntry } from '#client/exchange.ts';
import { apiBase, useConfig } from '#web/api/config.ts';
import { curlOfExchange, durationText, idOf } from '#web/features/activity/exchange-text.ts';
import { outcomeOf, type Tone } from '#web/features/activity/outcome.ts';
import { RequestDetails } from '#web/features/activity/request-details.tsx';
import { useCopy } from '#web/ui/form/copy-button.tsx';
import { icon } from '#web/ui/theme/icon.ts';
import { clockTimeExact } from '#web/lib/time.ts';
import styles from './activity.module.css';

type RequestRowProps = {
  exchange: RequestLogEntry;
  isOpen: boolean;
  onToggle: (number: number) => void;
};

const icons = {
  done: Check,
  refused: TriangleAlert,
  failed: CircleAlert,
  'under-way': Ellipsis,
  cancelled: Ban,
} satisfies Record<Tone, unknown>;

export function RequestRow({ exchange, isOpen, onToggle }: RequestRowProps) {
  const { number, method, path, attempt, startedAt, end } = exchange;
  const { text, tone } = outcomeOf(exchange);
  const Icon = icons[tone];
  const id = idOf(exchange);
  return (
    <li className={styles.row} data-number={number}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.line}
          aria-expanded={isOpen}
          onClick={() => onToggle(number)}
        >
          <span className={styles.verb}>{method}</span>{' '}
          {/* Encoded: it has no character that cannot be seen. */}
          <span className={styles.path}>{path}</span>
        </button>
        {method !== 'GET' && <span className={styles.badge}>Change</span>}
        <CopyCurl exchange={exchange} id={id} />
      </div>
      <div className={styles.facts}>
        <span className={styles.outcome} data-tone={tone}>
          <Icon size={14} strokeWidth={1.6} aria-hidden />
          {text}
        </span>
        {end && <span>{durationText(end.durationMs)}</span>}
        <time dateTime={new Date(startedAt).toISOString()}>{clockTimeExact(startedAt)}</time>
        {attempt > 1 && <span>attempt {attempt}</span>}
        <span className={styles.id} title={id}>
          <bdi>{id}</bdi>
        </span>
      </div>
      {isOpen && <RequestDetails exchange={exchange} />}
    </li>
  );
}

/** A plain button: five hundred of the component library's would take longer than all else in the list. */
function CopyCurl({ exchange, id }: { exchange: RequestLogEntry; id: string }) {
  const { copy, said, fallback } = useCopy(curlOfExchange(exchange, apiBase(useConfig())));
  return (
    <>
      {said}
      <button
        type="button"
        className={styles.copy}
        aria-label={`Copy request ${id} as curl`}
        onClick={copy}
      >
        <Terminal {...icon} />
      </button>
      {fallback}
    </>
  );
}
