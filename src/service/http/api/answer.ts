import type { IncomingMessage, ServerResponse } from 'node:http';
import { OPERATION_ID_HEADER } from '#contract/wire.ts';
import { toErrorBody, type Refusal } from '#service/http/errors.ts';

/** Answers everything under the API's base, each time with the fixed headers and the operation id. */
export type ApiListener = (
  request: IncomingMessage,
  response: ServerResponse,
  operationId: string,
) => void;

export interface ApiAnswer {
  status: number;
  /** JSON; `undefined`: no body. */
  text?: string | undefined;
  /** Names and values in turn, besides the fixed ones. */
  headers?: string[];
}

/** @param fixedHeaders of every answer */
export function createApiSender(fixedHeaders: Record<string, string>) {
  const fixed = Object.entries(fixedHeaders).flat();

  /** All headers in one list: setting them one by one takes a sixth of the time of a small answer. */
  function sendAnswer(
    response: ServerResponse,
    operationId: string,
    { status, text, headers = [] }: ApiAnswer,
  ): void {
    const all = [...fixed, OPERATION_ID_HEADER, operationId, ...headers];
    if (text !== undefined)
      all.push(
        'Content-Type',
        'application/json',
        'Content-Length',
        String(Buffer.byteLength(text)),
      );
    response.writeHead(status, all).end(text);
  }

  function sendRefusal(
    response: ServerResponse,
    operationId: string,
    refusal: Refusal,
    headers: string[] = [],
  ): void {
    sendAnswer(response, operationId, {
      status: refusal.status,
      text: JSON.stringify(toErrorBody(refusal, operationId)),
      headers: [...headers, ...Object.entries(refusal.headers).flat()],
    });
  }

  return { sendAnswer, sendRefusal };
}
