import { Counter, Gauge, type Registry } from 'prom-client';
import { dayOf, daysBetween } from '../../domain/base/calendar.ts';
import { isOverdue, listedStates, ratesAsOf } from '../../domain/coverage/freshness.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';

/** Gauges that are read on each scrape, by label. */
export type Observed = {
  /** The store's connections in use and idle, and the requests waiting for one. */
  connections(): { readonly used: number; readonly idle: number; readonly waiting: number };
  rateBook(): Pick<ReferenceData, 'version' | 'asOf' | 'setAside' | 'states' | 'freshnessOf'>;
  /** Why the activated version is not in force; null if it is. */
  rateBookRefusal(): string | null;
  /** Null if another worker sends the webhooks. */
  webhooks: {
    /** Attempts to deliver an event since the start, by outcome. */
    outcomes(): Readonly<Record<'delivered' | 'retried' | 'failed', number>>;
    /** Pending deliveries of all tenants. */
    countPending(): Promise<number>;
    /** How long the oldest change has waited to be read. */
    unreadMs(): number;
  } | null;
  /** Samples of kept figures that were recounted from the documents, by result; null if another worker does it. */
  recounts: Readonly<Record<'right' | 'wrong', number>> | null;
  /** Looks for a new rate book since the start; null if another worker does it. */
  rateChecks: Readonly<Record<'done' | 'failed', number>> | null;
  /** The open subscriptions on this replica. */
  openStreams(): number;
  /** Requests that wait for their turn. */
  waitingRequests(): number;
  now(): Date;
};

export function addGauges(registers: Registry[], observed: Observed): void {
  addStore(registers, observed);
  addRateBook(registers, observed);
  addLocalRates(registers, observed);
  if (observed.webhooks) addWebhooks(registers, observed.webhooks);
  if (observed.recounts) addRecounts(registers, observed.recounts);
  if (observed.rateChecks) addRateChecks(registers, observed.rateChecks);
  new Gauge({
    name: 'tollgate_open_streams',
    help: 'GraphQL subscriptions that are open on this replica.',
    registers,
    collect() {
      this.set(observed.openStreams());
    },
  });
  new Gauge({
    name: 'tollgate_waiting_requests',
    help: 'Requests that wait for their turn, because others are in progress.',
    registers,
    collect() {
      this.set(observed.waitingRequests());
    },
  });
}

function addStore(registers: Registry[], { connections }: Observed): void {
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

function addRateBook(registers: Registry[], { rateBook, rateBookRefusal, now }: Observed): void {
  new Gauge({
    name: 'tollgate_rate_book_info',
    help: 'The version of the rate book in force, as a label.',
    labelNames: ['version'],
    aggregator: 'max', // Over workers, which have the same one.
    registers,
    collect() {
      this.reset();
      this.set({ version: rateBook().version }, 1);
    },
  });
  new Gauge({
    name: 'tollgate_rate_book_refused',
    help: 'Whether the activated version of the rate book cannot be loaded here, so that the one before it is used: 1 or 0.',
    aggregator: 'max',
    registers,
    collect() {
      this.set(Number(rateBookRefusal() !== null));
    },
  });
  new Gauge({
    name: 'tollgate_corrections_set_aside',
    help: 'Imported corrections that do not fit the rate book in force and are not applied.',
    aggregator: 'max',
    registers,
    collect() {
      this.set(rateBook().setAside.length);
    },
  });
  new Gauge({
    name: 'tollgate_rate_book_age_days',
    help: 'Days since the day whose rates the rate book in force has.',
    aggregator: 'max',
    registers,
    collect() {
      this.set(daysBetween(rateBook().asOf, dayOf(now())));
    },
  });
}

function addLocalRates(registers: Registry[], { rateBook, now }: Observed): void {
  new Gauge({
    name: 'tollgate_local_rates_age_days',
    help: 'Days since the day of the local rates, by state.',
    labelNames: ['state'],
    aggregator: 'max',
    registers,
    collect() {
      const today = dayOf(now());
      for (const { state, ...freshness } of listedStates(rateBook()))
        this.set({ state }, daysBetween(ratesAsOf(freshness, today), today));
    },
  });
  new Gauge({
    name: 'tollgate_local_rates_overdue',
    help: 'Whether local rates may have changed since the day of the rate book: 1 or 0, by state.',
    labelNames: ['state'],
    aggregator: 'max',
    registers,
    collect() {
      const today = dayOf(now());
      for (const { state, ...freshness } of listedStates(rateBook()))
        this.set({ state }, Number(isOverdue(freshness, today)));
    },
  });
}

function addRateChecks(registers: Registry[], checks: NonNullable<Observed['rateChecks']>): void {
  new Counter({
    name: 'tollgate_rate_book_checks_total',
    help: 'Checks for a new rate book at RATES_URL, by result: done or failed.',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(checks)) this.inc({ result }, count);
    },
  });
}

function addRecounts(registers: Registry[], recounts: NonNullable<Observed['recounts']>): void {
  new Counter({
    name: 'tollgate_recounts_total',
    help: 'Sampled totals that were recalculated from their documents, by result: right or wrong.',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(recounts)) this.inc({ result }, count);
    },
  });
}

function addWebhooks(registers: Registry[], webhooks: NonNullable<Observed['webhooks']>): void {
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
    name: 'tollgate_webhook_unread_seconds',
    help: 'Seconds since the oldest change that is not read for webhooks yet.',
    registers,
    collect() {
      this.set(webhooks.unreadMs() / 1_000);
    },
  });
  new Gauge({
    name: 'tollgate_webhook_backlog',
    help: 'Deliveries of all tenants that wait for their next attempt; counted up to 100,000.',
    registers,
    async collect() {
      // The other metrics matter most while the store is failing.
      this.set(await webhooks.countPending().catch(() => Number.NaN));
    },
  });
}
