import type { RequestLogEntry } from '#client/exchange.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { apiBase } from '#web/api/config.ts';
import {
  answerHeaders,
  cutText,
  durationText,
  failureReason,
  headerLines,
  idOf,
  requestHeaders,
  shownBody,
} from '#web/features/activity/exchange-text.ts';
import { isFailed, outcomeOf } from '#web/features/activity/outcome.ts';
import { count } from '#web/lib/format.ts';
import { PRODUCT } from '#web/ui/theme/product.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';

/**
 * A report for an issue: one row for each request, then the failed ones in full.
 *
 * Everything of the service stands in code, where it can be neither markup nor the mention of a person.
 *
 * @param exchanges newest first, as they are kept; the report has the oldest first
 */
export function toMarkdown(
  exchanges: readonly RequestLogEntry[],
  config: RuntimeConfig,
  now: number,
): string {
  const inOrder = exchanges.toReversed();
  const failed = inOrder.filter(isFailed);
  return (
    [
      `# Requests of ${PRODUCT}`,
      [
        `- Service: ${code(apiBase(config))}`,
        `- Written: ${new Date(now).toISOString()}`,
        `- ${count(inOrder.length, 'request')}, ${failed.length} failed. The key is not in this report.`,
      ].join('\n'),
      table(inOrder),
      ...failed.flatMap((exchange) => details(exchange, config.service_host)),
      ...deviations(inOrder),
    ].join('\n\n') + '\n'
  );
}

const COLUMNS = ['Time', 'Request', 'Outcome', 'Took', 'Id', 'Attempt'];

function table(exchanges: RequestLogEntry[]): string {
  const rows = exchanges.map((exchange) => [
    new Date(exchange.startedAt).toISOString(),
    code(toSafeLine(exchange)),
    outcomeOf(exchange).text,
    exchange.end ? durationText(exchange.end.durationMs) : '',
    code(idOf(exchange)),
    String(exchange.attempt),
  ]);
  return [COLUMNS, COLUMNS.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function details(exchange: RequestLogEntry, host: string): string[] {
  const { body, end } = exchange;
  const answer = end?.answer;
  const cut = answer && cutText(answer);
  return [
    `## ${outcomeOf(exchange).text}: ${code(toSafeLine(exchange))}`,
    fenced(visibleText(failureReason(exchange, host) ?? '')),
    'Sent:',
    fenced(
      [
        visibleText(toSafeLine(exchange)),
        headerLines(requestHeaders(exchange)),
        ...bodyLines(body),
      ].join('\n'),
    ),
    ...(answer
      ? [
          cut === undefined ? 'Answered:' : `Answered (${cut.replace('The', 'the')}):`,
          fenced([headerLines(answerHeaders(answer)), ...bodyLines(answer.body)].join('\n')),
        ]
      : []),
  ];
}

const bodyLines = (body: string | undefined) => (body ? ['', shownBody(body)] : []);

function deviations(exchanges: RequestLogEntry[]): string[] {
  const texts = new Set(
    exchanges.flatMap(({ method, template, end }) =>
      (end?.deviations ?? []).map((text) => `${method} ${template}: ${text}`),
    ),
  );
  if (texts.size === 0) return [];
  return [
    '## Differs from the documented API',
    [...texts].map((text) => `- ${code(text)}`).join('\n'),
  ];
}

const toSafeLine = ({ method, path }: RequestLogEntry) => `${method} ${path}`;

/** In one line, also in a cell. What would end the code or the cell is written out, as what cannot be seen is. */
const code = (text: string) =>
  `\`${visibleText(text).replaceAll('`', '⟨U+0060⟩').replaceAll('|', '⟨U+007C⟩').replaceAll('\\', '⟨U+005C⟩')}\``;

/** The fence is longer than any in the text, so that nothing in it ends the block. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
