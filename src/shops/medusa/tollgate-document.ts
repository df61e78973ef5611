import type { Buyer, ShopDocument } from '../shared/gateway.ts';

/** A document that the gateway is to have. What is sent is frozen in `content`. */
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

/** What the row of an invoice keeps: all that is sent, as it was when it was written. */
export type InvoiceContent = {
  readonly document: ShopDocument;
  readonly buyer: Buyer;
  readonly itemIds: readonly string[];
  /** Whether the order was placed with a tax that is not the gateway's. */
  readonly isEstimated: boolean;
};
export type CancellationContent = { readonly reason: string };
