/* What the package exports, and what the files that Medusa loads by their place (`plugin/`) are made of. */
export { type Basket, cartContext, orderContext } from './basket.ts';
export { type DocumentRow, type DocumentStore, deliverDue, wantDocuments } from './documents.ts';
export type { OnUnavailable, TollgateOptions } from './options.ts';
export { type Missing, type Reconciliation, reconcile } from './reconcile.ts';
export { TollgateTaxProvider } from './tax-provider.ts';
