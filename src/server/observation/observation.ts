import { type Logger, pino } from 'pino';
import { listen } from '../../http/http-server.ts';
import type { OnServed } from '../../http/served-request.ts';
import type { StoreWatch } from '../../ports/observation.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { metricsListener, type ServedMetrics } from './metrics-server.ts';
import type { Observed } from './observed-gauges.ts';
import type { Traces } from './tracing/start-tracing.ts';

type MetricsServer = {
  readonly keepAliveTimeoutMs: number;
  /** Null if metrics are disabled. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
};

type ObservationSettings = MetricsServer & {
  readonly logLevel: string;
  /** Whether spans are sent to an OTLP endpoint. */
  readonly traces: boolean;
};

/** Everything that observes the gateway. Disabled parts are null and cost nothing. */
export type Observation = {
  readonly log: Logger;
  readonly traces: Traces | null;
  readonly metrics: Metrics | null;
  readonly watches: readonly StoreWatch[];
  readonly onServed: OnServed;
  /** Serves metrics if a metrics port is configured; otherwise returns null. */
  serveMetrics(observed: Observed): Promise<{ close(): Promise<void> } | null>;
};

/** `output` receives the log lines. */
export async function startObservation(
  { logLevel, traces: isTraced, ...server }: ObservationSettings,
  output: { write(line: string): void },
): Promise<Observation> {
  let traces: Traces | null = null;
  const mixin = isTraced ? () => traces?.logFields() ?? {} : undefined;
  const log = pino({ level: logLevel, ...(mixin && { mixin }) }, output);
  if (isTraced) traces = (await import('./tracing/start-tracing.ts')).startTracing(log);
  const metrics = server.metricsPort === null ? null : createMetrics();
  const logRequest = createRequestLog(log);
  return {
    log,
    traces,
    metrics,
    watches: [traces?.store, metrics?.store].filter((watch) => watch !== undefined),
    onServed(request) {
      logRequest(request);
      metrics?.onServed(request);
    },
    async serveMetrics(observed) {
      if (!metrics) return null;
      metrics.show(observed);
      return serveMetrics(metrics, server, log);
    },
  };
}

/** Serves metrics if a metrics port is configured; otherwise returns null. */
export async function serveMetrics(
  metrics: ServedMetrics,
  { metricsPort: port, metricsHost: host, keepAliveTimeoutMs }: MetricsServer,
  log: Pick<Logger, 'info'>,
): Promise<{ close(): Promise<void> } | null> {
  if (port === null) return null;
  const { url, stop } = await listen({ port, host, keepAliveTimeoutMs }, async () => metricsListener(metrics));
  log.info({ url: `${url}/metrics` }, 'serving metrics');
  return { close: () => stop(0) };
}

/** Paths that monitoring calls every few seconds. */
const isProbe = (operation: string) => operation.startsWith('GET /health/');

/** Logs a line for each request; for probes only at `debug`. */
export function createRequestLog(log: Pick<Logger, 'info' | 'debug'>): OnServed {
  return ({ ms, ...request }) => {
    const line = { ...request, ms: Math.round(ms * 10) / 10 };
    if (isProbe(request.operation)) log.debug(line, 'request');
    else log.info(line, 'request');
  };
}
