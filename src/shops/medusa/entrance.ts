/* The exports of the package, and the parts for the files that Medusa loads by location (`plugin/`). */
export { type Basket, cartContext, orderContext } from './basket.ts';
export { deliverDue } from './deliver.ts';
export type { OnUnavailable, TollgateOptions } from './options.ts';
export { type Missing, type Reconciliation, reconcile } from './reconcile.ts';
export { wantDocuments } from './record.ts';
export { requirePlace } from './require-place.ts';
export { resend } from './resend.ts';
export { TollgateTaxProvider } from './tax-provider.ts';
export type { DocumentRow, DocumentStore } from './tollgate-document.ts';
