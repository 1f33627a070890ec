import { failureOf } from '#client/errors.ts';
import { RUNTIME_CONFIG_PATH } from '#contract/runtime-config.ts';

interface StartFailure {
  /** What was found instead of the configuration, in whole sentences. */
  what: string;
  /** Whether the operator has to do something about the file; otherwise waiting may be all it takes. */
  isFileWrong: boolean;
}

/** Why the page could not start, for a visitor and for whoever put the page there. */
export function startFailure(error: unknown, host: string): StartFailure {
  const file = `${RUNTIME_CONFIG_PATH} of ${host}`;
  const failure = failureOf(error);
  switch (failure?.kind) {
    case 'network':
    case 'offline':
      return { what: `No answer came for ${file}.`, isFileWrong: false };
    case 'timeout':
      return {
        what: `No answer came for ${file} within ${Math.round(failure.afterMs / 1000)} seconds.`,
        isFileWrong: false,
      };
    case 'status':
      return {
        what: `${file} was answered with status ${failure.status}.`,
        isFileWrong: failure.status < 500 && failure.status !== 429,
      };
    case 'shape':
      return {
        what: failure.isWebPage
          ? `A web page came in place of ${file}: the file is missing there.`
          : `${file} is there, but it cannot be used: ${failure.issues.join('; ')}.`,
        isFileWrong: true,
      };
    default:
      return {
        what: error instanceof Error ? `${error.message}.` : 'Unknown trouble.',
        isFileWrong: false,
      };
  }
}
