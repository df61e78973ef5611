import type { Collection } from '../shared/mapping.ts';
import type { ShopSettings } from '../shared/place.ts';

/**
 * The treatment of a cart while the gateway is unreachable: it is refused; it has the last
 * known rates, is refused without them, or has no tax.
 */
export type OnUnavailable = 'refuse' | 'lastKnownRate' | 'zero';

/** The sales channel of a Medusa order. */
export type SoldOrder = {
  readonly id: string;
  readonly display_id: number;
  readonly sales_channel_id?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
};

/** Tax codes by id of the product type. */
export type TollgateOptions = ShopSettings & {
  /** The address of the gateway, such as https://tax.example.com. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The channel of the documents, from 1 to 10. */
  readonly source: string;
  /** Default: refuse. */
  readonly onUnavailable?: OnUnavailable;
  /** What a cart has until its address is complete: no tax, or the rates of its tax region. Default: none. */
  readonly onIncompleteAddress?: 'none' | 'regionRate';
  /** The time zone that decides the day of an order, such as America/Chicago. Default: that of the server. */
  readonly timeZone?: string;
  /** Milliseconds that a buyer waits for a quote. Default: 2,000. */
  readonly quoteTimeLimit?: number;
  /** Days for which documents that could not be sent are sent again, and in which orders without one are looked for. Default: 14. */
  readonly retryDays?: number;
  /** Seconds before a document is sent again. Default: 30. */
  readonly retrySeconds?: number;
  /** Who collects the tax on an order, if it comes from a marketplace. */
  readonly collectionOf?: (order: SoldOrder) => Collection | undefined;
  readonly fetch?: typeof globalThis.fetch;
};
