import type { Demo } from '../../../domain/account/demo.ts';
import { addWebhook } from './add-webhook.ts';
import { calculateTax } from './calculate-tax.ts';
import { checkCertificates } from './check-certificates.ts';
import { checkTaxNumbers } from './check-tax-numbers.ts';
import type { Example } from './example.ts';
import { fileDocuments } from './file-documents.ts';
import { findDocuments } from './find-documents.ts';
import { followDocuments } from './follow-documents.ts';
import { handleErrors } from './handle-errors.ts';
import { lookUpRates } from './look-up-rates.ts';
import { pageDocuments } from './page-documents.ts';
import { prepareReturn } from './prepare-return.ts';
import { readLiability } from './read-liability.ts';
import { refundInvoice } from './refund-invoice.ts';
import { storeCertificate } from './store-certificate.ts';
import { storeCustomer } from './store-customer.ts';
import { storeInvoice } from './store-invoice.ts';
import { watchNexus } from './watch-nexus.ts';
import { whyZero } from './why-zero.ts';

/** The tabs that GraphiQL opens with, in the order of a first tour. */
export function examplesFor(demo: Demo | null): readonly Example[] {
  const customerId = demo?.customerId ?? 'the serviceId of a customer';
  return [
    calculateTax,
    storeInvoice(customerId),
    findDocuments,
    pageDocuments,
    whyZero,
    handleErrors,
    lookUpRates,
    storeCertificate(customerId),
    refundInvoice(customerId),
    checkCertificates(customerId),
    checkTaxNumbers,
    followDocuments,
    storeCustomer,
    watchNexus,
    readLiability,
    prepareReturn,
    fileDocuments,
    addWebhook,
  ];
}
