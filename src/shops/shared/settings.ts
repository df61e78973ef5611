import type { TaxCodes } from './mapping.ts';
import type { PlaceSettings } from './place.ts';

/**
 * How to handle a cart while the gateway is unreachable: refuse it; use the last known rates, and refuse a cart without
 * known rates; or charge no tax.
 */
export type OnUnavailable = 'refuse' | 'lastKnownRate' | 'zero';

/** Settings shared by all shop packages. */
export type ShopSettings = TaxCodes &
  PlaceSettings & {
    /** URL of the gateway, such as https://tax.example.com. */
    readonly url: string;
    readonly clientId: string;
    readonly clientSecret: string;
    /** The time zone for the day of an order, such as America/Chicago. Default: the server's time zone. */
    readonly timeZone?: string;
    /** Time limit of a quote in milliseconds: a buyer is waiting for the quote. Default: 2,000. */
    readonly quoteTimeLimit?: number;
    readonly fetch?: typeof globalThis.fetch;
  };
