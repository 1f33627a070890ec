import { ApiError, failureOf, isKeyRefused } from '#client/errors.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { runtimeConfig } from '#web/api/config.ts';
import type { SignInFailure } from '#web/api/cause-texts.ts';
import { detailLines, textsOf, type StartFailure, type Tried } from '#web/api/failure-table.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';

/**
 * Why something did not work, in whole sentences of our own: codes, ids and the service's words are `detailsOf`.
 *
 * @param error what a call threw
 */
export function reasonOf(error: unknown, tried: Tried = 'change'): string {
  const failure = failureOf(error);
  if (failure === undefined) return defectText(error);
  return textsOf(failure, { host: runtimeConfig().service_host }).reason(tried).join(' ');
}

/**
 * The same of a change. A dialog asks for another key where that helps; what to do after it stands behind the reason.
 *
 * @param next for example `Save again.`
 */
export function changeReasonOf(error: unknown, next: string): string {
  const reason = reasonOf(error);
  return isKeyRefused(failureOf(error)) ? `${reason} ${next}` : reason;
}

/** `Not saved: the key was refused.` What was not even sent says so itself. */
export const because = (what: string, reason: string): string =>
  reason.startsWith('Not sent')
    ? reason
    : `${what}: ${reason.slice(0, 1).toLowerCase()}${reason.slice(1)}`;

/** What the sign-in page says when the check of a key did not work. */
export function signInFailure(
  error: unknown,
  config: Pick<RuntimeConfig, 'service_host' | 'version'>,
): SignInFailure {
  // What is no failure of a call is a response that the page makes nothing of.
  const failure = failureOf(error) ?? { kind: 'shape', issues: [] };
  const { signIn } = textsOf(failure, { host: config.service_host, version: config.version });
  const details = detailsOf(error, config.service_host);
  return details === undefined ? signIn : { ...signIn, details };
}

/** Why the page could not start, for a visitor and for whoever put the page there. */
export function startFailure(error: unknown, host: string): StartFailure {
  const failure = failureOf(error);
  if (failure === undefined) return { what: defectText(error), isFileWrong: false };
  return textsOf(failure, { host }).start;
}

const defectText = (error: unknown) =>
  error instanceof Error ? `${error.message}.` : 'Something unknown went wrong.';

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

/**
 * What stands behind "Details", line by line, for whoever looks after the service; never holds the key.
 *
 * @returns `undefined` where no response came: the sentence says all
 */
export function detailsOf(error: unknown, host = runtimeConfig().service_host): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const lines = detailLines(error.failure);
  if (lines.length === 0) return undefined;
  return [...lines, `Time ${error.at.toISOString()}`, `Service ${host}`].join('\n');
}
