/* What the package exports, and what the files that Medusa loads by their place (`plugin/`) are made of. */
export { type Basket, cartContext, orderContext } from './basket.ts';
export { deliverDue } from './deliver.ts';
export type { OnUnavailable, TollgateOptions } from './options.ts';
export { type Missing, type Reconciliation, reconcile } from './reconcile.ts';
export { wantDocuments } from './record.ts';
export { requirePlace } from './require-place.ts';
export { resend } from './resend.ts';
export { TollgateTaxProvider } from './tax-provider.ts';
export type { DocumentRow, DocumentStore } from './tollgate-document.ts';
