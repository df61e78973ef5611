import type { Buyer, ShopDocument } from '../shared/gateway.ts';

/** A document to store or cancel in the gateway. `content` is its input at the time of writing. */
export type DocumentRow = {
  readonly id: string;
  readonly order_id: string;
  readonly external_id: string;
  readonly kind: string;
  readonly state: string;
  readonly content: unknown;
  readonly attempts: number;
  readonly next_attempt_at: Date;
  readonly last_error: string | null;
  readonly platform_amount: string | null;
  readonly gateway_amount: string | null;
  readonly created_at: Date;
};

/** The service of the plugin's module. */
export type DocumentStore = {
  listTollgateDocuments(filters: object, config?: object): Promise<DocumentRow[]>;
  createTollgateDocuments(rows: object[]): Promise<unknown>;
  updateTollgateDocuments(rows: object): Promise<unknown>;
};

/** The content of an invoice row: the complete input at the time of writing. */
export type InvoiceContent = {
  readonly document: ShopDocument;
  readonly buyer: Buyer;
  readonly itemIds: readonly string[];
  /** Whether some lines of the order were not taxed by the gateway. */
  readonly isEstimated: boolean;
};
export type CancellationContent = { readonly reason: string };
