import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Endpoint } from '#contract/endpoint.ts';
import { API_BASE } from '#contract/wire.ts';
import { createService } from '#service/app.ts';
import type { OpenData } from '#service/data.ts';
import { COMMAND } from '#service/domain/history.ts';
import type { Report } from '#service/http/server.ts';
import type { Settings } from '#service/settings.ts';

/** Where it answers: at one of the hosts that a service takes for its own. */
export const LOCAL_API = new URL(API_BASE, 'http://localhost');

/** The service without a port and without limits. Whatever key a request has, the command has sent it. */
export function createLocalFetch(settings: Settings, data: OpenData, defect: Report['defect']) {
  const identify = () => ({ id: COMMAND, name: COMMAND, read_only: false });
  const service = createService({
    settings: { ...settings, port: 80, rateLimit: null, writesPerMinute: null },
    data: { ...data, apiKeys: { ...data.apiKeys, identify } },
    pageDirectory: '',
    report: { request: () => {}, defect },
  });
  return async (request: Request): Promise<Response> => {
    const payload = await request.text();
    const { statusCode, headers, body } = await service.inject({
      method: request.method as Endpoint['method'], // a call is always of an endpoint
      url: request.url,
      headers: Object.fromEntries(request.headers),
      ...(payload !== '' && { payload }),
    });
    // Without a turn of the event loop every response would stay in the memory until the command ends.
    await nextTurn();
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    return new Response(body || null, { status: statusCode, headers: Object.fromEntries(texts) });
  };
}
