import { gatewayLimits } from '../../domain/base/limits.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { tooManyInvoices } from '../../domain/exemptions/impact-input.ts';
import type { InvoiceWithRefunds } from '../../domain/transactions/refund/refunded-amounts.ts';
import type { TransactionFilter } from '../../domain/transactions/transaction-list.ts';
import { type ExemptedInvoice, exemptedBy } from '../../domain/what-if/impact/exemption-impact.ts';
import type { TransactionStore } from '../../ports/stores/transaction-store.ts';
import { certificateOf } from '../assessment/law/document-to-assess.ts';
import { recordedInvoices } from '../transactions/recorded-documents.ts';

type InvoicePeriod = { readonly from: string | null; readonly to: string | null };

/**
 * Applies `shown` to the taxed invoices that these exemptions of one customer would have exempted, in order of tax
 * date. Counts the taxed invoices first and refuses too many.
 */
export async function exemptedInvoices<Shown>(
  transactions: TransactionStore,
  exemptions: readonly Exemption[],
  period: InvoicePeriod,
  shown: (exempted: ExemptedInvoice, invoice: InvoiceWithRefunds) => Shown,
): Promise<Shown[]> {
  const active = exemptions.filter(({ exemptionStatus }) => exemptionStatus === 'ACTIVE');
  const [first] = active;
  if (!first) return [];
  const filter = concernedBy(first.customerId, active, period);
  const { invoices: most } = gatewayLimits.exemptionImpact;
  const count = await transactions.count(filter);
  if (count > most) throw tooManyInvoices(count, most);
  const certificates = active.map(certificateOf);
  const found: { readonly key: string; readonly value: Shown }[] = [];
  for await (const recorded of recordedInvoices(transactions, filter)) {
    const exempted = exemptedBy(certificates, recorded);
    const { taxDate, serviceId } = recorded.invoice.transaction;
    if (exempted) found.push({ key: `${taxDate} ${serviceId}`, value: shown(exempted, recorded) });
  }
  return found.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ value }) => value);
}

function concernedBy(
  customerId: string,
  exemptions: readonly Exemption[],
  { from, to }: InvoicePeriod,
): TransactionFilter {
  return {
    customerId: { eq: customerId },
    transactionType: { eq: 'INVOICE' },
    transactionStatus: { ne: 'CANCELLED' },
    taxAmount: { gt: '0' },
    taxDate: { gte: from, lte: to },
    // The items of an invoice may be taxed elsewhere than the invoice itself.
    or: exemptions.flatMap(({ country, state, validFrom, validThrough }) => [
      { country: { eq: country }, state: { eq: state }, taxDate: { gte: validFrom, lte: validThrough } },
      { elsewhere: { isNull: false }, taxDate: { gte: validFrom, lte: validThrough } },
    ]),
  };
}
