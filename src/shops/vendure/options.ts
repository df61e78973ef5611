import type { Order } from '@vendure/core';
import type { Collection } from '../shared/mapping.ts';
import type { OnUnavailable, ShopSettings } from '../shared/settings.ts';

export type { OnUnavailable };

/** The plugin's options. The keys of `taxCodes` are ids of tax categories. */
export type TollgateOptions = ShopSettings & {
  /** Default: refuse. */
  readonly onUnavailable?: OnUnavailable;
  /** Tax on a cart until its address is complete: none, or the rate of the shop's own zone. Default: none. */
  readonly onIncompleteAddress?: 'none' | 'zoneRate';
  /** Decimal places of amounts: `precision` of the MoneyStrategy. Default: 2. */
  readonly precision?: number;
  /** Days during which pending documents are retried. Default: 14. */
  readonly retryDays?: number;
  /** Polling interval for pending documents and minimum delay before a retry, in seconds. Default: 30. */
  readonly retrySeconds?: number;
  /** Who collects the tax on an order from a marketplace. */
  readonly collectionOf?: (order: Order) => Collection | undefined;
};
