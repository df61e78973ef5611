import { AggregatorRegistry, Registry } from 'prom-client';
import type { ServedMetrics } from './metrics-server.ts';

type Values = readonly object[];

/** The combined metrics of all workers. */
type MetricsSum = Pick<ServedMetrics, 'contentType'> & {
  update(worker: number, values: Values): void;
  /** The counts of dead workers remain in the sum, so counters never decrease. */
  retire(worker: number): void;
  /** Returns the sum in Prometheus text format. */
  text(): Promise<string>;
};

const lasting: ReadonlySet<unknown> = new Set(['counter', 'histogram']);
const lasts = (metric: object) => 'type' in metric && lasting.has(metric.type);
const added = (...parts: Values[]) => AggregatorRegistry.aggregate(parts.map((part) => [...part]));

export function createMetricsSum(): MetricsSum {
  const latest = new Map<number, Values>();
  let retired: Promise<Values> = Promise.resolve([]);
  return {
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    update: (worker, values) => void latest.set(worker, values),
    retire(worker) {
      const last = latest.get(worker)?.filter(lasts);
      latest.delete(worker);
      if (last) retired = retired.then((before) => added(before, last).getMetricsAsJSON());
    },
    text: async () => added(await retired, ...latest.values()).metrics(),
  };
}
