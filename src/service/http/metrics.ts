import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestLine } from '#service/http/server.ts';

/** Upper bounds in seconds: from a read to the longest wait for an upstream. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15];

/**
 * In Prometheus text form: the process, every request by method, route pattern and status, and the given gauges.
 *
 * @param readGauges gives values by name whenever `/metrics` is requested
 */
export function createMetrics(readGauges: () => Promise<Record<string, number>>) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  });

  return {
    observe: ({ method, route, status, ms }: RequestLine) =>
      requests.observe({ method, route, status: String(status) }, ms / 1000),
    contentType: registry.contentType,
    async text(): Promise<string> {
      for (const [name, value] of Object.entries(await readGauges())) {
        registry.removeSingleMetric(name);
        new Gauge({ name, help: name.replaceAll('_', ' '), registers }).set(value);
      }
      return registry.metrics();
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
