import type { Change } from '../../domain/audit/change.ts';
import type { RateBookActivation } from '../../domain/rate-book/rate-book-version.ts';
import type { WebhookAttempt } from '../../domain/webhooks/webhook-delivery.ts';
import type { WebhookEvent } from '../../domain/webhooks/webhook-event.ts';

/** The position up to which the events of a tenant have been read. */
export type FeedPosition = { readonly xid: string; readonly changeId: string; readonly activationNumber: number };

/** An active endpoint, and the events it subscribes to. */
export type Subscription = {
  readonly endpointId: string;
  readonly eventTypes: readonly string[];
  readonly activeSince: Date;
};

export type Unread = {
  readonly subscriptions: readonly Subscription[];
  readonly from: FeedPosition;
  /** Changes from complete units of work, in the order of these units. */
  readonly changes: readonly Change[];
  /**
   * If no change can be read yet, the time of the oldest unread change, which waits for open units of work with smaller
   * numbers.
   */
  readonly heldSince: Date | null;
  /** Activations, oldest first. */
  readonly activations: readonly (RateBookActivation & { readonly activationNumber: number })[];
  /** The position at which the next read starts. */
  readonly to: FeedPosition;
};

/** Checks that run periodically. */
export type Watch = 'NEXUS' | 'EXPIRING' | 'RATES';

/** An event for an endpoint. */
export type NotedDelivery = { readonly endpointId: string; readonly event: WebhookEvent };

/** An event for an endpoint, skipped if an event with the same key was already recorded. */
export type OnceDelivery = NotedDelivery & { readonly key: string };

/** An endpoint with deliveries that are due. */
export type DueEndpoint = { readonly tenantId: string; readonly endpointId: string; readonly isFailing: boolean };

/** A delivery that only this process may attempt for now. */
export type ClaimedDelivery = Pick<WebhookEvent, 'eventId' | 'eventType' | 'occurredAt' | 'data' | 'subject'> & {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly number: string;
  readonly claimId: string;
  readonly url: string;
  /** The secret, and the previous secret while it is still valid. */
  readonly secrets: readonly string[];
  /** Number of attempts, including this one. */
  readonly attempts: number;
  readonly failingSince: Date | null;
};

/** The result of an attempt. `nextAttemptAt` is null after success or the last attempt. */
export type DeliveryOutcome = {
  readonly attempt: WebhookAttempt;
  readonly nextAttemptAt: Date | null;
  /** The reason why this attempt disables the endpoint; null if the endpoint remains active. */
  readonly disabledReason: string | null;
};

/** Moves the events of all tenants to their endpoints, for background work. */
export interface WebhookOutbox {
  /** The time according to the store's clock. Replicas use it to agree on which work is due. */
  readClock(): Promise<Date>;
  /**
   * Tenants with an active endpoint that have unread changes or activations, or a check that is due. Takes one
   * statement on each database node, regardless of the number of tenants.
   */
  listTenantsToRead(now: Date): Promise<string[]>;
  /** At most `limit` unread changes; null if the tenant has no active endpoint, or if reading starts only now. */
  read(tenantId: string, limit: number, now: Date): Promise<Unread | null>;
  /** Records the deliveries and advances the position, in one unit of work. False if another replica was faster. */
  note(
    tenantId: string,
    read: Pick<Unread, 'from' | 'to' | 'changes'>,
    deliveries: readonly (NotedDelivery | OnceDelivery)[],
    now: Date,
  ): Promise<boolean>;
  /** The active endpoints of a tenant, oldest first. */
  listSubscriptions(tenantId: string): Promise<Subscription[]>;
  /** True if the check is due and no other process has claimed it. The claim lasts until this process releases it, or until the given time. */
  beginWatch(tenantId: string, watch: Watch, now: Date, until: Date): Promise<boolean>;
  /** The check is next due at `next`, or earlier if something has changed since it began. */
  endWatch(tenantId: string, watch: Watch, begunUntil: Date, next: Date): Promise<void>;
  /** Records deliveries whose key is new. */
  noteOnce(tenantId: string, deliveries: readonly OnceDelivery[], now: Date): Promise<void>;
  /** Endpoints with deliveries that are due now. */
  listDue(now: Date): Promise<DueEndpoint[]>;
  /**
   * The next delivery of an endpoint; null if no delivery is due. If the attempt is not completed, the delivery is due
   * again at `until`.
   */
  claim(endpoint: DueEndpoint, now: Date, until: Date): Promise<ClaimedDelivery | null>;
  /** Leaves the delivery unchanged if the claim has passed to another process. */
  complete(claimed: ClaimedDelivery, outcome: DeliveryOutcome): Promise<void>;
  /** Requeues a delivery whose attempt did not finish. */
  release(claimed: ClaimedDelivery, now: Date): Promise<void>;
  /** Removes deliveries and filing notices created before `before`, and deliveries of deleted endpoints. */
  purge(before: Date, isStopped: () => boolean): Promise<void>;
  /** The number of pending deliveries of all tenants, counted up to 100,000 on each database node. */
  countPending(): Promise<number>;
}
