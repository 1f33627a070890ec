import { createCall, type ApiClientOptions, type CallOptions } from '#client/api-client.ts';
import { printable } from '#client/curl.ts';
import { failureOf, hasStatus, isKeyRefused, type ApiError } from '#client/errors.ts';
import { createRateLimiter } from '#client/rate-limiter.ts';
import { INVENTORY_BASE } from '#contract/inventory.ts';
import type { CommandContext } from '#service/commands/context.ts';
import { toSentence } from '#service/commands/sentence.ts';
import { newOperationId, openAccount, withData } from '#service/data.ts';
import { errorCode, OperatorError } from '#service/domain/errors.ts';
import { SETTINGS } from '#service/settings-table.ts';
import { isUnencrypted } from '#service/settings.ts';

/**
 * Works on the account at `url`, else at the upstream of the settings, else on the data of this Gatehouse, where a server
 * may run meanwhile.
 */
export async function withAccount<Result>(
  context: CommandContext,
  url: URL | undefined,
  work: (account: Account) => Promise<Result>,
): Promise<Result> {
  const { settings, warn } = context;
  const address = url ?? settings.upstreamUrl;
  if (address) {
    const key = apiKey();
    if (key === undefined)
      throw new OperatorError(
        `Set the environment variable API_KEY to an API key for ${address.host}.`,
      );
    if (isUnencrypted(address)) warn(`${address.origin} is http: the key goes there unencrypted.`);
    return workOn(accountAt(address, context, { apiKey: () => key }), work);
  }
  return withData(openAccount(settings, { shared: true }), async (data) => {
    const { createLocalFetch, LOCAL_API } = await import('#service/commands/local-fetch.ts');
    const fetch = createLocalFetch(settings, data, (error) => warn(toSentence(error)));
    return workOn(accountAt(LOCAL_API, context, { apiKey: newOperationId, fetch }), work);
  });
}

/** Not with the words of the library that reads flags: it would repeat what may hold a password. */
export function parseApiUrl(text: string): URL {
  const url = text === 'ngrok' ? undefined : SETTINGS.upstreamUrl.parse(text);
  if (url) return url;
  throw new OperatorError(
    '--url must be the address of an API, such as https://gatehouse.example.com/api, without a key, a password or a query.',
  );
}

const workOn = <Result>(account: Account, work: (account: Account) => Promise<Result>) =>
  work(account).catch((error: unknown) => {
    throw failureOf(error) ? new OperatorError(account.reasonOf(error), { cause: error }) : error;
  });

/** What a command works on, wherever it is kept. */
export type Account = ReturnType<typeof accountAt>;

function accountAt(
  { origin, host, href }: URL,
  context: CommandContext,
  way: Pick<ApiClientOptions, 'apiKey' | 'fetch'>,
) {
  const { versionHeader: header, version: value, rateLimit } = context.settings;
  const { acquire, notice, room, msFor } = createRateLimiter({
    configured: () => rateLimit,
    // There are no other tabs, and nobody watches a pause.
    channel: { postMessage() {}, addEventListener() {} },
    pause: { get: () => 0, set() {} },
  });
  // The service in this process has no limit.
  const pace = way.fetch ? {} : { acquire, onRequest: notice };
  const callBelow = (baseUrl: string) =>
    createCall({ ...way, ...pace, baseUrl, version: { header, value } });
  return {
    ...context,
    call: callBelow(href.replace(/\/$/, '')),
    /** Of what only a Gatehouse answers, see `ifThere`. */
    callInventory: callBelow(origin + INVENTORY_BASE),
    room,
    /** Tells how far some work is, in a line at most once a second. */
    withProgress<Result>(text: () => string, work: Promise<Result>): Promise<Result> {
      let told = text();
      const timer = setInterval(() => {
        if (text() === told) return;
        told = text();
        const seconds = Math.ceil(msFor(1) / 1000);
        context.warn(seconds > 1 ? `${told}, waits ${seconds} s for the service's limit` : told);
      }, 1000);
      return work.finally(() => clearInterval(timer));
    },
    /** Why a call has failed, without the key, and without what a terminal would act on. */
    reasonOf: (error: unknown) => printable(sentencesOf(error, { host, href })),
  };
}

function sentencesOf(error: unknown, { host, href }: Pick<URL, 'host' | 'href'>): string {
  const failure = failureOf(error);
  if (failure === undefined) return error instanceof Error ? `${error.message}.` : String(error);
  if (failure.kind !== 'status' && failure.kind !== 'shape') {
    // Such as ENOTFOUND, or why a certificate is not accepted.
    const { cause } = error as ApiError;
    const code = errorCode(cause instanceof Error && cause.cause);
    return `No answer from ${host}${code === undefined ? '' : ` (${code})`}.`;
  }
  const answer = ['The service answered', failure.status].join(' ').trim();
  // One that comes with 5xx is that of a proxy whose service is away.
  if (failure.isWebPage && !(Number(failure.status) >= 500))
    return /\/api\/?$/.test(href)
      ? `${answer} with a web page: something before the API answers there.`
      : `${answer} with a web page: the address of a Gatehouse needs /api at its end.`;
  if (failure.kind === 'shape')
    return `${answer} in a way that Gatehouse does not know: ${failure.issues.join(', ')}.`;
  const refusal = `${[answer, failure.code].join(' ').trim()}.`;
  const said = failure.text === undefined ? refusal : `${refusal} It says: “${failure.text}”.`;
  return isKeyRefused(failure) ? `${said} Check the key in API_KEY.` : said;
}

/** @returns `undefined` where it is missing, or cannot be a key */
export const apiKey = () => /^[!-~]+$/.exec(process.env['API_KEY']?.trim() ?? '')?.[0];

/** A command has time: a read waits for a limit and for the service. */
export const BACKGROUND: CallOptions = { retry: 'background' };

/**
 * What only a Gatehouse answers; `undefined` from any other service. It comes first, and without patience: an address that
 * leads nowhere is found out at once.
 */
export async function ifThere<Result>(
  ask: (options?: CallOptions) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await ask().catch((error: unknown) => {
      const isLimit = failureOf(error)?.kind === 'paused' || hasStatus(error, 429);
      return isLimit ? ask(BACKGROUND) : Promise.reject(error);
    });
  } catch (error) {
    if (['status', 'shape'].includes(failureOf(error)?.kind ?? '')) return undefined;
    throw error;
  }
}
