import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestLine } from '#service/http/log.ts';

/** Upper bounds in seconds: from a cached read to the longest wait for an upstream. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15];

/**
 * In Prometheus text form: the process, and every request by method, route pattern and status.
 *
 * @param connections that are open now
 */
export function createMetrics(connections: () => Promise<number>) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });

  const open = new Gauge({
    name: 'http_connections',
    help: 'Open connections of clients',
    registers: [],
    async collect() {
      this.set(await connections());
    },
  });
  registry.registerMetric(open);

  return {
    observe: ({ method, route, status, ms }: RequestLine) =>
      requests.observe({ method, route, status: String(status) }, ms / 1000),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
