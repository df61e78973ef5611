import type { ReturnPayment } from '../../domain/returns/payment/return-payment.ts';
import { filedDigest } from '../../domain/returns/receipt.ts';
import type { TaxReturnFigures, TaxReturnKey } from '../../domain/returns/return-record.ts';
import type { ReturnClaim } from '../../domain/transactions/filing.ts';
import type { Context, Session } from '../../ports/context.ts';
import { overtaken } from './claim-return.ts';

type Filed = {
  readonly key: TaxReturnKey;
  readonly claim: ReturnClaim;
  /** The number of the filing, from 1. */
  readonly number: number;
  readonly filedAt: Date;
  readonly transactionCount: number;
  readonly figures: TaxReturnFigures;
  readonly payment: ReturnPayment | null;
};

/**
 * Stores which documents are filed, and signs a receipt for them, the figures and the payment. Their period is closed, so they do
 * not change.
 */
export async function signReceipt(
  { receipts, reference }: Context,
  { stores, principal }: Session,
  { key, claim, number, filedAt, transactionCount, figures, payment }: Filed,
): Promise<string | null> {
  if (!receipts) return null;
  const { country, state, scheme, from, to } = key;
  const documents = scheme === 'STANDARD' ? await stores.returns.keepDocuments(key, claim, number) : null;
  if (scheme === 'STANDARD' && documents === null) throw overtaken(key);
  return receipts.sign({
    tenantId: principal.tenantId,
    ...{ returnId: claim.returnId, country, state, scheme, from, to, number },
    filedAt: filedAt.toISOString(),
    transactionCount,
    figures: filedDigest(figures),
    payment: payment && filedDigest(payment),
    documents,
    rateBookVersion: reference.version,
  });
}
