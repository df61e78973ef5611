import { type DocumentCheck, documentChecks } from '../../domain/transactions/document-checks.ts';
import { refundChecks } from '../../domain/transactions/refund/refund-checks.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { type GraphqlContext, loadersOf } from '../base/context.ts';
import { type CalculatedDocument, snapshotOf } from './snapshot.ts';

/** The sums of a document. Tokens that may read them also get the sums of a stored invoice with its refunds. */
export async function checksOf(document: CalculatedDocument, ctx: GraphqlContext): Promise<DocumentCheck[]> {
  const snapshot = await snapshotOf(document, ctx);
  const own = documentChecks(document, snapshot);
  if (!isStored(document) || document.transactionType !== 'INVOICE') return own;
  if (!ctx.session?.principal.scopes.has('transactions:read')) return own;
  const { refundsOfInvoice } = loadersOf(ctx);
  const found = await refundsOfInvoice.load(document);
  const refunds = await Promise.all(
    found.map(async (transaction) => ({ transaction, snapshot: await snapshotOf(transaction, ctx) })),
  );
  return [...own, ...refundChecks({ invoice: { transaction: document, snapshot }, refunds })];
}

/** A quote has no version, and refunds do not subtract from an earlier calculation. */
function isStored(document: CalculatedDocument): document is Transaction {
  return 'version' in document && document.replacedAt === undefined;
}
