import { Counter, Gauge, type Registry } from 'prom-client';
import { dayOf, daysBetween } from '../../domain/base/calendar.ts';
import { isOverdue, listedStates, ratesAsOf } from '../../domain/coverage/freshness.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';

/** Values that are read on each scrape. */
export type Observed = {
  /** The store's connections, in use and idle, and the number of requests waiting for a connection. */
  connections(): { readonly used: number; readonly idle: number; readonly waiting: number };
  rateBook(): Pick<ReferenceData, 'version' | 'asOf' | 'setAside' | 'states' | 'freshnessOf'>;
  /** Why the activated version is not in use; null if it is. */
  rateBookRefusal(): string | null;
  /** Null if another worker sends the webhooks. */
  webhooks: {
    /** Attempts to deliver an event since startup, by outcome. */
    outcomes(): Readonly<Record<'delivered' | 'retried' | 'failed', number>>;
    /** Pending deliveries of all tenants. */
    countPending(): Promise<number>;
    /** Age of the oldest unread change. */
    unreadMs(): number;
  } | null;
  /**
   * Samples of stored totals that were recounted from the documents, by result; null if another worker recounts them.
   */
  recounts: Readonly<Record<'right' | 'wrong', number>> | null;
  /** Checks for a new rate book since startup; null if another worker checks. */
  rateChecks: Readonly<Record<'done' | 'failed', number>> | null;
  /** Open subscriptions on this replica. */
  openStreams(): number;
  /** Requests waiting for their turn. */
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
    help: 'Open GraphQL subscriptions on this replica.',
    registers,
    collect() {
      this.set(observed.openStreams());
    },
  });
  new Gauge({
    name: 'tollgate_waiting_requests',
    help: 'Requests waiting for their turn while others are in progress.',
    registers,
    collect() {
      this.set(observed.waitingRequests());
    },
  });
}

function addStore(registers: Registry[], { connections }: Observed): void {
  new Gauge({
    name: 'tollgate_store_connections',
    help: 'Store connections by state, and requests waiting for one.',
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
    help: 'Active rate book version, as a label.',
    labelNames: ['version'],
    aggregator: 'max', // All workers report the same version, so the values are not added up.
    registers,
    collect() {
      this.reset();
      this.set({ version: rateBook().version }, 1);
    },
  });
  new Gauge({
    name: 'tollgate_rate_book_refused',
    help: 'Whether the activated rate book cannot be loaded here and the previous one is used: 1 or 0.',
    aggregator: 'max',
    registers,
    collect() {
      this.set(Number(rateBookRefusal() !== null));
    },
  });
  new Gauge({
    name: 'tollgate_corrections_set_aside',
    help: 'Imported corrections that do not fit the active rate book and are not applied.',
    aggregator: 'max',
    registers,
    collect() {
      this.set(rateBook().setAside.length);
    },
  });
  new Gauge({
    name: 'tollgate_rate_book_age_days',
    help: 'Age of the active rate book, in days.',
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
    help: 'Age of the local rates in days, by state.',
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
    help: 'Whether local rates may be outdated: 1 or 0, by state.',
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

type Counted = { readonly name: string; readonly help: string; readonly label: string };

/** A counter whose values by label are read on each scrape. */
function addCounts(registers: Registry[], { label, ...named }: Counted, read: () => Readonly<Record<string, number>>) {
  new Counter({
    ...named,
    labelNames: [label],
    registers,
    collect() {
      this.reset();
      for (const [value, count] of Object.entries(read())) this.inc({ [label]: value }, count);
    },
  });
}

function addRateChecks(registers: Registry[], checks: NonNullable<Observed['rateChecks']>): void {
  const help = 'Checks for a new rate book at RATES_URL, by result: done or failed.';
  addCounts(registers, { name: 'tollgate_rate_book_checks_total', help, label: 'result' }, () => checks);
}

function addRecounts(registers: Registry[], recounts: NonNullable<Observed['recounts']>): void {
  const help = 'Sampled totals recalculated from their documents, by result: right or wrong.';
  addCounts(registers, { name: 'tollgate_recounts_total', help, label: 'result' }, () => recounts);
}

function addWebhooks(registers: Registry[], webhooks: NonNullable<Observed['webhooks']>): void {
  const help = 'Event delivery attempts, by outcome: delivered, to be retried, or permanently failed.';
  addCounts(registers, { name: 'tollgate_webhook_attempts_total', help, label: 'outcome' }, webhooks.outcomes);
  new Gauge({
    name: 'tollgate_webhook_unread_seconds',
    help: 'Age of the oldest change not yet read for webhooks, in seconds.',
    registers,
    collect() {
      this.set(webhooks.unreadMs() / 1_000);
    },
  });
  new Gauge({
    name: 'tollgate_webhook_backlog',
    help: 'Pending deliveries of all tenants, counted up to 100,000.',
    registers,
    async collect() {
      // If the store fails, the other metrics must still be available.
      this.set(await webhooks.countPending().catch(() => Number.NaN));
    },
  });
}
