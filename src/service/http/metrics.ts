import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestLine } from '#service/http/request-log.ts';

/** Upper bounds in seconds: from a read to the longest wait for an upstream. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15];

/** A gauge that is read when `/metrics` is requested. */
export interface Figure {
  name: string;
  help: string;
  read: () => number | Promise<number>;
}

/** In Prometheus text form: the process, every request by method, route pattern and status, and the given figures. */
export function createMetrics(figures: Figure[]) {
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
  for (const { name, help, read } of figures)
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          this.set(await read());
        },
      }),
    );

  return {
    observe: ({ method, route, status, ms }: RequestLine) =>
      requests.observe({ method, route, status: String(status) }, ms / 1000),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
