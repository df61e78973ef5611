import type { Order } from '@vendure/core';
import type { Collection } from '../shared/mapping.ts';
import type { ShopSettings } from '../shared/place.ts';

/**
 * The treatment of a cart while the gateway is unreachable: it is refused; it has the last
 * known rates, is refused without them, or has no tax.
 */
export type OnUnavailable = 'refuse' | 'lastKnownRate' | 'zero';

/** Tax codes by id of the tax category. */
export type TollgateOptions = ShopSettings & {
  /** The address of the gateway, such as https://tax.example.com. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The channel of the documents, from 1 to 10. */
  readonly source: string;
  /** Default: refuse. */
  readonly onUnavailable?: OnUnavailable;
  /** What a cart has until its address is complete: no tax, or the rate of the shop's own zone. Default: none. */
  readonly onIncompleteAddress?: 'none' | 'zoneRate';
  /** The time zone that decides the day of an order, such as America/Chicago. Default: that of the server. */
  readonly timeZone?: string;
  /** Decimal places of amounts: `precision` of the MoneyStrategy. Default: 2. */
  readonly precision?: number;
  /** Milliseconds that a buyer waits for a quote. Default: 2,000. */
  readonly quoteTimeLimit?: number;
  /** Days for which documents that could not be sent are sent again. Default: 14. */
  readonly retryDays?: number;
  /** Polling interval for pending documents, in seconds. Default: 30. */
  readonly retrySeconds?: number;
  /** Who collects the tax on a placed order, if it comes from a marketplace. */
  readonly collectionOf?: (order: Order) => Collection | undefined;
  readonly fetch?: typeof globalThis.fetch;
};
