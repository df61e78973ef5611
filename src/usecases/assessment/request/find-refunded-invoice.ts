import { AppError } from '../../../domain/base/errors.ts';
import type { SentTransaction } from '../../../domain/transactions/transaction-input.ts';
import type { RefundedInvoice, StoredTransaction, TransactionStore } from '../../../ports/stores/transaction-store.ts';

export type StoredInvoiceWithRefunds = {
  readonly invoice: StoredTransaction;
  readonly refunds: readonly StoredTransaction[];
};

/**
 * The invoice named in a refund, if it is stored, with its other refunds. Refuses a refund that must be linked to a
 * stored invoice but is not.
 */
export async function findRefundedInvoice(
  transactions: TransactionStore,
  input: SentTransaction,
): Promise<StoredInvoiceWithRefunds | null> {
  if (input.transactionType !== 'REFUND') return null;
  const { source, createdFrom } = input;
  const invoice = createdFrom === null ? null : await transactions.findByKey({ source, externalId: createdFrom });
  if (invoice?.transaction.transactionType !== 'INVOICE') {
    if (input.requireLink === true || input.refundKind === 'TAX_ONLY') throw notLinked(input);
    return null;
  }
  const refunds = await transactions.findRefunds(invoice.transaction);
  return { invoice, refunds: refunds.filter(({ transaction }) => transaction.externalId !== input.externalId) };
}

function notLinked({ source, createdFrom, refundKind }: SentTransaction): AppError {
  const why = refundKind === 'TAX_ONLY' ? 'a TAX_ONLY refund requires one' : 'requireLink is true';
  const message =
    createdFrom === null
      ? `createdFrom must identify the invoice for this refund, because ${why}.`
      : `No invoice ${JSON.stringify(createdFrom)} of source ${source} is stored, and ${why}.`;
  return new AppError('INVOICE_NOT_FOUND', message, {
    issues: [{ path: ['createdFrom'], code: 'INVOICE_NOT_FOUND', message }],
    facts: {
      missing: {
        recordType: 'TRANSACTION',
        path: ['createdFrom'],
        ...(createdFrom !== null && source !== null && { key: { source, externalId: createdFrom } }),
      },
    },
  });
}

/** The condition for writing a refund: its invoice still has the version that was read. */
export function invoiceGuard({ invoice }: StoredInvoiceWithRefunds): RefundedInvoice {
  const { serviceId, version } = invoice.transaction;
  return { invoiceId: serviceId, invoiceVersion: version, refundsWritten: invoice.refundsWritten ?? 0 };
}
