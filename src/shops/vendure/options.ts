import type { Order } from '@vendure/core';
import type { Collection } from '../shared/mapping.ts';
import type { ShopSettings } from '../shared/place.ts';

/**
 * What to do with a cart while the gateway is unreachable: refuse it; use the last known rates, or refuse it without
 * them; or charge no tax.
 */
export type OnUnavailable = 'refuse' | 'lastKnownRate' | 'zero';

/** Tax codes by id of the tax category. */
export type TollgateOptions = ShopSettings & {
  /** URL of the gateway, such as https://tax.example.com. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The channel of the documents, from 1 to 10. */
  readonly source: string;
  /** Default: refuse. */
  readonly onUnavailable?: OnUnavailable;
  /** Tax of a cart until its address is complete: none, or the rate of the shop's own zone. Default: none. */
  readonly onIncompleteAddress?: 'none' | 'zoneRate';
  /** The time zone for the day of an order, such as America/Chicago. Default: the server's time zone. */
  readonly timeZone?: string;
  /** Decimal places of amounts: `precision` of the MoneyStrategy. Default: 2. */
  readonly precision?: number;
  /** Time limit of a quote in milliseconds: a buyer waits for it. Default: 2,000. */
  readonly quoteTimeLimit?: number;
  /** Days during which failed documents are retried. Default: 14. */
  readonly retryDays?: number;
  /** Polling interval for pending documents, in seconds. Default: 30. */
  readonly retrySeconds?: number;
  /** Who collects the tax on an order from a marketplace. */
  readonly collectionOf?: (order: Order) => Collection | undefined;
  readonly fetch?: typeof globalThis.fetch;
};
