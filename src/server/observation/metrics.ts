import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { OnServed, ServedRequest } from '../../http/served-request.ts';
import type { OnCalculated } from '../../ports/context.ts';
import type { CacheWatch, StoreWatch } from '../../ports/observation.ts';
import { addGauges, type Observed } from './observed-gauges.ts';
import { statementFacts } from './statements/statement-text.ts';

/** Counters and durations of the running gateway. */
export type Metrics = {
  readonly onServed: OnServed;
  readonly onCalculated: OnCalculated;
  readonly onCacheUsed: CacheWatch;
  readonly store: Required<StoreWatch>;
  readonly contentType: string;
  /** Adds gauges that are read on each scrape. */
  show(observed: Observed): void;
  /** Returns the metrics in Prometheus text format. */
  text(): Promise<string>;
  /** Returns the metrics as data, to be added to the metrics of other workers. */
  values(): Promise<readonly object[]>;
};

/**
 * Clients choose the names of GraphQL operations, so only a limited number is counted by name, and only requests with a
 * token add names; the rest count as `other`.
 */
const mostOperations = 500;
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const costs = [10, 100, 1_000, 10_000, 100_000];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    values: () => registry.getMetricsAsJSON(),
    show: (observed) => addGauges(registers, observed),
    onServed: requestCounts(registers),
    onCalculated: calculationCounts(registers),
    onCacheUsed: cacheCounts(registers),
    store: storeTimes(registers),
  };
}

function requestCounts(registers: Registry[]): OnServed {
  const requests = new Histogram({
    name: 'tollgate_request_duration_seconds',
    help: 'Time to the start of the response, by API (`door`: REST or GRAPHQL), operation and HTTP status.',
    labelNames: ['door', 'operation', 'status'],
    buckets: seconds,
    registers,
  });
  const refused = new Counter({
    name: 'tollgate_refused_requests_total',
    help: 'Requests with an HTTP status of 400 or above, by status.',
    labelNames: ['status'],
    registers,
  });
  const refusals = new Counter({
    name: 'tollgate_refusals_total',
    help: 'Requests with an error, by API (`door`) and code; for GraphQL, the first error of a response.',
    labelNames: ['door', 'code'],
    registers,
  });
  const cost = new Histogram({
    name: 'tollgate_graphql_operation_cost',
    help: 'Cost of GraphQL operations as reported in responses, by operation.',
    labelNames: ['operation'],
    buckets: costs,
    registers,
  });
  const bounded = boundedNames();
  return (request) => {
    const { door, status, ms, code } = request;
    const operation = door === 'REST' ? request.operation : bounded(request);
    requests.observe({ door, operation, status }, ms / 1_000);
    if (status >= 400) refused.inc({ status });
    if (code !== undefined) refusals.inc({ door, code });
    if (request.cost !== undefined) cost.observe({ operation }, request.cost);
  };
}

function boundedNames(): (request: ServedRequest) => string {
  const known = new Set<string>();
  return ({ operation, clientId }) => {
    if (known.has(operation)) return operation;
    if (clientId === null || known.size >= mostOperations) return 'other';
    known.add(operation);
    return operation;
  };
}

function calculationCounts(registers: Registry[]): OnCalculated {
  const calculations = new Counter({
    name: 'tollgate_calculations_total',
    help: 'Calculations of documents and quotes, by result: the document’s reason or the error code.',
    labelNames: ['result'],
    registers,
  });
  return (result) => calculations.inc({ result });
}

function cacheCounts(registers: Registry[]): CacheWatch {
  const lookUps = new Counter({
    name: 'tollgate_cache_look_ups_total',
    help: 'Cache lookups of this replica, by cache and hit or miss.',
    labelNames: ['cache', 'hit'],
    registers,
  });
  return (cache, isHit) => lookUps.inc({ cache, hit: String(isHit) });
}

const counted: ReadonlySet<string> = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'BEGIN', 'COMMIT', 'ROLLBACK']);

function storeTimes(registers: Registry[]): Required<StoreWatch> {
  const statements = new Histogram({
    name: 'tollgate_statement_duration_seconds',
    help: 'Duration of SQL statements, by operation and outcome.',
    labelNames: ['operation', 'failed'],
    buckets: seconds,
    registers,
  });
  const waits = new Histogram({
    name: 'tollgate_store_wait_seconds',
    help: 'Time spent waiting for a store connection.',
    buckets: seconds,
    registers,
  });
  return {
    onStatement(text) {
      const found = statementFacts(text).operation;
      const operation = counted.has(found) ? found : 'OTHER';
      const startedAt = performance.now();
      return (error) => {
        const labels = { operation, failed: String(Boolean(error)) };
        statements.observe(labels, (performance.now() - startedAt) / 1_000);
      };
    },
    onConnected: (waitedMs) => waits.observe(waitedMs / 1_000),
  };
}
