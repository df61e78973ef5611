/* The exports of the package. */
export { createApp } from './app.ts';
export type { OrderPayload, TaxPayload } from './payloads.ts';
export { orderSubscriptionOf, taxSubscription } from './payloads.ts';
export type { SaleorTaxes, TollgateOptions } from './taxes.ts';
export { createWebhooks, type Settings } from './webhooks.ts';
