import type { Demo } from '../../domain/demo.ts';
import { calculateTax } from './examples/calculate-tax.ts';
import { checkTaxNumbers } from './examples/check-tax-numbers.ts';
import { findDocuments } from './examples/find-documents.ts';
import { followDocuments } from './examples/follow-documents.ts';
import { lookUpRates } from './examples/look-up-rates.ts';
import { refundInvoice } from './examples/refund-invoice.ts';
import { storeCertificate } from './examples/store-certificate.ts';
import { storeCustomer } from './examples/store-customer.ts';
import { storeInvoice } from './examples/store-invoice.ts';
import { watchNexus } from './examples/watch-nexus.ts';
import { whyZero } from './examples/why-zero.ts';

/** A tab: a document that runs as it stands in the demo, and its variables. Two lines at its head say what it shows. */
export type Example = { readonly query: string; readonly variables: object };

/** The tabs a reader sees first, in the order of getting to know the gateway. */
export function examplesFor(demo: Demo | null): readonly Example[] {
  const customerId = demo?.customerId ?? 'the serviceId of a customer';
  return [
    calculateTax(customerId),
    storeInvoice(customerId),
    findDocuments,
    whyZero(customerId),
    lookUpRates,
    storeCertificate(customerId),
    refundInvoice(customerId),
    checkTaxNumbers,
    followDocuments,
    storeCustomer,
    watchNexus,
  ];
}
