import { failureOf, type ApiFailure } from '#client/api-error.ts';
import { runtimeConfig } from '#web/api/config.ts';

/**
 * Why something did not work, in whole sentences: ours first, the service's own words after them.
 *
 * @param error what a call threw
 * @param what after a failed read nothing has changed on the service, which is worth saying
 */
export function reasonOf(error: unknown, what: 'read' | 'change' = 'change'): string {
  const failure = failureOf(error);
  if (failure === undefined)
    return error instanceof Error ? `${error.message}.` : 'Unknown trouble.';
  return sentences(failure, what).join(' ');
}

function sentences(failure: ApiFailure, what: 'read' | 'change'): string[] {
  switch (failure.kind) {
    case 'network':
      return navigator.onLine
        ? [`No answer from ${runtimeConfig().service_host}. Check your connection, then try again.`]
        : ['You are offline.'];
    case 'offline':
      return ['Not sent: you are offline.'];
    case 'timeout':
      return [`No answer within ${Math.round(failure.afterMs / 1000)} seconds. Try again.`];
    case 'shape':
      return [
        'The service answered in a way this app does not know.',
        ...failure.issues.slice(0, 3).map((issue) => `${issue}.`),
        ...requestId(failure.operationId),
      ];
    case 'status':
      return [
        statusSentence(failure.status, failure.retryAfterMs),
        ...(failure.status >= 500 && what === 'read' ? ['Your data is not affected.'] : []),
        ...(failure.text ? [`It says: “${failure.text}”`] : []),
        ...requestId(failure.operationId),
      ];
  }
}

function statusSentence(status: number, retryAfterMs = 0): string {
  if (status === 429 && retryAfterMs > 0)
    return `The service asks to wait ${Math.ceil(retryAfterMs / 1000)} s.`;
  if (status === 403) return 'The service answered 403: this key may not do that.';
  return `The service answered ${status}.`;
}

const requestId = (id: string | undefined) => (id === undefined ? [] : [`Request id ${id}.`]);

/** For a report to whoever runs the service; never holds the key. */
export function detailsOf(error: unknown): string {
  const failure = failureOf(error);
  return [
    `time: ${new Date().toISOString()}`,
    `service: ${runtimeConfig().service_host}`,
    `error: ${error instanceof Error ? error.message : String(error)}`,
    ...(failure ? [`failure: ${JSON.stringify(failure)}`] : []),
  ].join('\n');
}
