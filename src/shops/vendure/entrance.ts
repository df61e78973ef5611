/* The exports of the package. */
export type { OnUnavailable, TollgateOptions } from './options.ts';
export { TollgatePlugin } from './plugin.ts';
export { type Missing, type Reconciliation, reconcile } from './reconcile.ts';
export { resend } from './resend.ts';
export { type ShippingPrice, tollgateShippingTaxRate } from './shipping.ts';
export { TollgateDocument } from './tollgate-document.ts';
