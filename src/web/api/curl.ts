import { curlOfParts } from '#client/curl.ts';
import { requestParts } from '#client/request.ts';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { apiVersion } from '#web/api/config.ts';

/** The shell command for what `call` would send. By itself, for nothing before the rows needs it. */
export const curlOf = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
  curlOfParts(requestParts(endpoint, input, apiVersion()));
