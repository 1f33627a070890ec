import { failureOf, isKeyRefused } from '#client/errors.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { runtimeConfig } from '#web/api/config.ts';
import type { SignInFailure } from '#web/api/cause-texts.ts';
import { textsOf, type StartFailure, type Tried } from '#web/api/failure-table.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';

/**
 * Why something did not work, in whole sentences: ours first, the service's own words after them.
 *
 * @param error what a call threw
 * @param withCodes the service's code and request id; not where they have columns of their own
 */
export function reasonOf(error: unknown, tried: Tried = 'change', withCodes = true): string {
  const failure = failureOf(error);
  if (failure === undefined) return defectText(error);
  return textsOf(failure, { host: runtimeConfig().service_host })
    .reason(tried, withCodes)
    .join(' ');
}

/**
 * The same of a change. Where the dialog asks for another key, what to do after that stands behind the reason.
 *
 * @param next for example `save once more`
 */
export function changeReasonOf(error: unknown, next: string): string {
  const reason = reasonOf(error);
  return isKeyRefused(failureOf(error)) ? `${reason} Sign in again, then ${next}.` : reason;
}

/** What the sign-in page says when the check of a key did not work. */
export function signInFailure(
  error: unknown,
  config: Pick<RuntimeConfig, 'service_host' | 'version_header' | 'version'>,
): SignInFailure {
  // What is no failure of a call is a response that the page makes nothing of.
  const failure = failureOf(error) ?? { kind: 'shape', issues: [] };
  const version = `${config.version_header}: ${config.version}`;
  return textsOf(failure, { host: config.service_host, version }).signIn;
}

/** Why the page could not start, for a visitor and for whoever put the page there. */
export function startFailure(error: unknown, host: string): StartFailure {
  const failure = failureOf(error);
  if (failure === undefined) return { what: defectText(error), isFileWrong: false };
  return textsOf(failure, { host }).start;
}

const defectText = (error: unknown) =>
  error instanceof Error ? `${error.message}.` : 'Unknown trouble.';

/** Fields that a refusal names, in the form's order; empty when it names none of them. */
export function fieldErrors<const Name extends string>(
  error: unknown,
  names: readonly Name[],
): Array<[Name, string]> {
  const failure = failureOf(error);
  if (failure?.kind !== 'status' || ![400, 409, 422].includes(failure.status)) return [];
  return names.flatMap((name): Array<[Name, string]> => {
    const text = failure.fields[name];
    return text === undefined ? [] : [[name, visibleText(text)]];
  });
}

/** For a report to whoever runs the service; never holds the key. */
export function detailsOf(error: unknown): string {
  const failure = failureOf(error);
  return [
    `time: ${new Date().toISOString()}`,
    `service: ${runtimeConfig().service_host}`,
    `error: ${error instanceof Error ? error.message : String(error)}`,
    ...(failure ? [`failure: ${visibleText(JSON.stringify(failure))}`] : []),
  ].join('\n');
}
