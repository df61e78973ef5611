import { exemptionTag, fullFormTag, recordTag } from '../../domain/base/etag.ts';
import type { CurrentRevision, Precondition } from '../../domain/base/precondition.ts';
import type { CertificateRequest } from '../../domain/certificate-requests/certificate-request.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import { certificateStatuses } from '../../domain/exemptions/certificate-status.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { Product } from '../../domain/products/product.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import type { CustomerStore } from '../../ports/stores/customer-store.ts';

/** The revision for checking a precondition, for records whose tag depends only on the record itself. */
export function currentRevisionOf(record: Customer | Product | WebhookEndpoint | CertificateRequest): CurrentRevision {
  return { version: record.version, tags: [recordTag(record)] };
}

/**
 * The revision of an exemption. It matches the exemption's tag whatever the certificate status, with or without a file.
 */
export function exemptionRevision(exemption: Exemption): CurrentRevision {
  const tags = certificateStatuses.flatMap((status) =>
    [true, false].map((hasFile) => exemptionTag({ ...exemption, hasFile }, status)),
  );
  return { version: exemption.version, tags: [recordTag(exemption), ...tags] };
}

/**
 * The revision of a document. It matches the tag of either form. The customer is part of the full form and is only read
 * if the precondition contains a tag; `known` is a customer that was already read.
 */
export async function transactionRevision(
  transaction: Transaction,
  precondition: Precondition,
  customers: CustomerStore,
  known?: Customer,
): Promise<CurrentRevision> {
  const { version, customerId } = transaction;
  const tags = [recordTag(transaction)];
  if (precondition.kind === 'version') return { version, tags };
  const customer = known?.serviceId === customerId ? known : (await customers.findMany([customerId]))[0];
  return { version, tags: customer ? [...tags, fullFormTag(transaction, customer)] : tags };
}
