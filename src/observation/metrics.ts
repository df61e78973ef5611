import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { OnServed } from '../http/served-request.ts';
import type { ReferenceData } from '../ports/reference-data.ts';

/** What is measured when somebody asks, by its parts. */
export type Observed = {
  /** The connections of the store: those in use, those that are idle, and how many requests wait for one. */
  connections(): { readonly used: number; readonly idle: number; readonly waiting: number };
  rateBook(): Pick<ReferenceData, 'version' | 'asOf'>;
  webhooks: {
    /** Attempts to deliver an event since the start, by what became of them. */
    outcomes(): Readonly<Record<'delivered' | 'retried' | 'failed', number>>;
    /** Deliveries of all tenants that wait. */
    countPending(): Promise<number>;
  };
  now(): Date;
};

export type Metrics = {
  readonly onServed: OnServed;
  readonly contentType: string;
  /** In the text format of Prometheus. */
  text(): Promise<string>;
};

/** Clients choose the names of GraphQL operations, so only so many are kept apart; the others are counted as `other`. */
const mostOperations = 500;
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const dayMs = 86_400_000;

export function createMetrics(observed: Observed): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'tollgate_request_duration_seconds',
    help: 'Time until the response began, by door, operation and HTTP status.',
    labelNames: ['door', 'operation', 'status'],
    buckets: seconds,
    registers,
  });
  const refusals = new Counter({
    name: 'tollgate_refused_requests_total',
    help: 'Requests that were answered with an HTTP status from 400, by status.',
    labelNames: ['status'],
    registers,
  });
  observeStore(registers, observed);
  observeRateBook(registers, observed);
  observeWebhooks(registers, observed);
  const known = new Set<string>();
  const bounded = (operation: string) => {
    if (known.has(operation)) return operation;
    if (known.size >= mostOperations) return 'other';
    known.add(operation);
    return operation;
  };
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    onServed({ door, operation, status, ms }) {
      requests.observe({ door, operation: bounded(operation), status }, ms / 1_000);
      if (status >= 400) refusals.inc({ status });
    },
  };
}

function observeStore(registers: Registry[], { connections }: Observed): void {
  new Gauge({
    name: 'tollgate_store_connections',
    help: 'Connections to the store, by state, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count);
    },
  });
}

function observeRateBook(registers: Registry[], { rateBook, now }: Observed): void {
  new Gauge({
    name: 'tollgate_rate_book_info',
    help: 'The version of the rate book in force, as a label.',
    labelNames: ['version'],
    registers,
    collect() {
      this.reset();
      this.set({ version: rateBook().version }, 1);
    },
  });
  new Gauge({
    name: 'tollgate_rate_book_age_days',
    help: 'Days since the day whose rates the rate book in force has.',
    registers,
    collect() {
      this.set(Math.floor((now().getTime() - Date.parse(rateBook().asOf)) / dayMs));
    },
  });
}

function observeWebhooks(registers: Registry[], { webhooks }: Observed): void {
  new Counter({
    name: 'tollgate_webhook_attempts_total',
    help: 'Attempts to deliver an event to an endpoint, by outcome: delivered, retried later, or failed for good.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(webhooks.outcomes())) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    name: 'tollgate_webhook_backlog',
    help: 'Deliveries of all tenants that wait for their next attempt; counted up to 100,000.',
    registers,
    async collect() {
      // The other metrics matter most while the store fails.
      this.set(await webhooks.countPending().catch(() => Number.NaN));
    },
  });
}
