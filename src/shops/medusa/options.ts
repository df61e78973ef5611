import type { Collection } from '../shared/mapping.ts';
import type { OnUnavailable, ShopSettings } from '../shared/settings.ts';

export type { OnUnavailable };

/** The facts about a Medusa order that decide who collects its tax. */
export type SoldOrder = {
  readonly id: string;
  readonly display_id: number;
  readonly sales_channel_id?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
};

/** The plugin's options. The keys of `taxCodes` are ids of product types. */
export type TollgateOptions = ShopSettings & {
  /** Default: refuse. */
  readonly onUnavailable?: OnUnavailable;
  /** Tax on a cart until its address is complete: none, or the rates of its tax region. Default: none. */
  readonly onIncompleteAddress?: 'none' | 'regionRate';
  /** Days during which pending documents are retried, and orders without a document are found. Default: 14. */
  readonly retryDays?: number;
  /** Minimum delay in seconds before a document is retried. Default: 30. */
  readonly retrySeconds?: number;
  /** Who collects the tax on an order from a marketplace. */
  readonly collectionOf?: (order: SoldOrder) => Collection | undefined;
};
