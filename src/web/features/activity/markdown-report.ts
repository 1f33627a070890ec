import type { RequestLogEntry } from '#client/request-log.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { apiBase } from '#web/api/config.ts';
import {
  responseHeaders,
  cutText,
  durationText,
  failureReason,
  headerLines,
  idOf,
  requestHeaders,
  shownBody,
} from '#web/features/activity/request-text.ts';
import { isFailed, outcomeOf } from '#web/features/activity/outcome.ts';
import { count } from '#web/lib/format.ts';
import { PRODUCT } from '#web/ui/product.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';

/**
 * A report for an issue: one row for each request, then the failed ones in full.
 *
 * Everything of the service stands in code, where it can be neither markup nor the mention of a person.
 *
 * @param entries newest first, as they are kept; the report has the oldest first
 */
export function toMarkdown(
  entries: readonly RequestLogEntry[],
  config: RuntimeConfig,
  now: Date,
): string {
  const inOrder = entries.toReversed();
  const failed = inOrder.filter(isFailed);
  return (
    [
      `# Requests of ${PRODUCT}`,
      [
        `- Service: ${code(apiBase(config))}`,
        `- Written: ${now.toISOString()}`,
        `- ${count(inOrder.length, 'request')}, ${failed.length} failed. The key is not in this report.`,
      ].join('\n'),
      table(inOrder),
      ...failed.flatMap((entry) => details(entry, config)),
      ...deviations(inOrder),
    ].join('\n\n') + '\n'
  );
}

const COLUMNS = ['Time', 'Request', 'Outcome', 'Took', 'Id', 'Attempt'];

function table(entries: RequestLogEntry[]): string {
  const rows = entries.map((entry) => [
    new Date(entry.startedAt).toISOString(),
    code(lineOf(entry)),
    outcomeOf(entry).text,
    entry.end ? durationText(entry.end.durationMs) : '',
    code(idOf(entry)),
    String(entry.attempt),
  ]);
  return [COLUMNS, COLUMNS.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function details(entry: RequestLogEntry, config: RuntimeConfig): string[] {
  const { body, end } = entry;
  const response = end?.response;
  const cut = response && cutText(response);
  return [
    `## ${outcomeOf(entry).text}: ${code(lineOf(entry))}`,
    fenced(visibleText(failureReason(entry, config) ?? '')),
    'Sent:',
    fenced(
      [visibleText(lineOf(entry)), headerLines(requestHeaders(entry)), ...bodyLines(body)].join(
        '\n',
      ),
    ),
    ...(response
      ? [
          cut === undefined ? 'Answered:' : `Answered (${cut.replace('The', 'the')}):`,
          fenced([headerLines(responseHeaders(response)), ...bodyLines(response.body)].join('\n')),
        ]
      : []),
  ];
}

const bodyLines = (body: string | undefined) => (body ? ['', shownBody(body)] : []);

function deviations(entries: RequestLogEntry[]): string[] {
  const texts = new Set(
    entries.flatMap(({ method, template, end }) =>
      (end?.deviations ?? []).map((text) => `${method} ${template}: ${text}`),
    ),
  );
  if (texts.size === 0) return [];
  return [
    '## Differs from the documented API',
    [...texts].map((text) => `- ${code(text)}`).join('\n'),
  ];
}

const lineOf = ({ method, path }: RequestLogEntry) => `${method} ${path}`;

/** In one line, also in a cell. What would end the code or the cell is written out, as what cannot be seen is. */
const code = (text: string) =>
  `\`${visibleText(text).replaceAll('`', '⟨U+0060⟩').replaceAll('|', '⟨U+007C⟩').replaceAll('\\', '⟨U+005C⟩')}\``;

/** The fence is longer than any in the text, so that nothing in it ends the block. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
