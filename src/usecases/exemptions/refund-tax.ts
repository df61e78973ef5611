import { toDecimalText } from '../../domain/base/amount.ts';
import { AppError, invalidInput } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import { lacksEvidence } from '../../domain/exemptions/certificate-status.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { tooManyInvoices } from '../../domain/exemptions/impact-input.ts';
import type { TaxRefundInput } from '../../domain/exemptions/tax-refund-input.ts';
import { calculateRefund } from '../../domain/transactions/refund/calculate-refund.ts';
import { completeInput } from '../../domain/transactions/refund/complete-input.ts';
import type { InvoiceWithRefunds } from '../../domain/transactions/refund/refunded-amounts.ts';
import { type SentTransaction, transactionInput } from '../../domain/transactions/transaction-input.ts';
import type { ExemptedInvoice } from '../../domain/what-if/impact/exemption-impact.ts';
import {
  refundedByState,
  type TaxRefundRow,
  type TaxRefundRun,
  taxRefundBody,
  taxRefundId,
  totalsOf,
} from '../../domain/what-if/impact/tax-refund.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { TransactionStore } from '../../ports/stores/transaction-store.ts';
import { zero } from '../../tax/numbers/decimal.ts';
import { todayAtHome } from '../account/account.ts';
import { upsertTransaction } from '../transactions/upsert-transaction.ts';
import { exemptedInvoices } from './exempted-invoices.ts';
import { certificateTerms, type ExemptionName, findExemption } from './exemptions.ts';

const { refunds: mostRefunds } = gatewayLimits.exemptionImpact;

/** A refund never replaces a document, not even one stored during the run. */
const unstored = { kind: 'version', version: 0 } as const;

const nothing = { refundedTaxAmount: toDecimalText(zero), refundedByState: [] };

/** A calculated refund. `sent` is the document to store; null if the invoice is skipped or the calculation failed. */
type Planned = { readonly row: TaxRefundRow; readonly sent: SentTransaction | null };

/**
 * Refunds the tax that a stored certificate exempts on recorded invoices of its customer, with one `TAX_ONLY` refund
 * per invoice. A dry run calculates the same refunds without storing them. Tax is never refunded twice, so a run can be
 * repeated. A failed refund does not stop the others.
 */
export async function refundTax(ctx: Context, by: ExemptionName, input: TaxRefundInput): Promise<TaxRefundRun> {
  const { stores } = authorize(ctx, 'exemptions:read');
  authorize(ctx, 'transactions:read');
  authorize(ctx, 'transactions:write');
  const exemption = await findExemption(stores.exemptions, by);
  requireFull(exemption);
  await requireEvidence(ctx, exemption);
  const plan = await planner(ctx, exemption, input);
  const planned = await exemptedInvoices(stores.transactions, [exemption], input, plan);
  const refunds = planned.filter(({ sent }) => sent !== null).length;
  if (refunds > mostRefunds) throw tooManyInvoices(refunds, mostRefunds);
  const rows: TaxRefundRow[] = [];
  for (const { row, sent } of await withFreeIds(stores.transactions, exemption, planned))
    rows.push(sent && !input.dryRun ? await store(ctx, row, sent) : row);
  return { isDryRun: input.dryRun, rows, totals: totalsOf(rows) };
}

/** A partial exemption removes only part of a line's tax, so the tax must be refunded manually. */
function requireFull({ exemptionType }: Exemption): void {
  if (exemptionType === 'FULLY') return;
  const message =
    'Bulk refunds are only available for FULLY exemptions. Refund the tax of a PARTIALLY exemption manually.';
  throw invalidInput([{ path: ['serviceId'], code: 'NOT_FULLY', message }]);
}

async function requireEvidence(ctx: Context, exemption: Exemption): Promise<void> {
  if (!lacksEvidence(exemption, await certificateTerms(ctx))) return;
  const message = 'The account requires an attached file. Attach the certificate to the exemption first.';
  throw invalidInput([{ path: ['serviceId'], code: 'NO_EVIDENCE', message }]);
}

async function planner(ctx: Context, exemption: Exemption, { filed, refundedOn }: TaxRefundInput) {
  const schema = transactionInput(() => ctx.reference, { isTaxCodeOptional: false });
  const on = refundedOn ?? (await todayAtHome(ctx));
  return (invoice: ExemptedInvoice, stored: InvoiceWithRefunds): Planned => {
    const none = { invoice, ...nothing, externalId: null, refund: null, error: null };
    if (invoice.transaction.transactionFilingStatus === 'FILED' && filed === 'SKIP') {
      return { row: { ...none, outcome: 'SKIPPED_FILED' }, sent: null };
    }
    try {
      const sent = parseInput(schema, taxRefundBody(invoice, exemption, on));
      const { document, snapshot } = calculateRefund(
        { ...completeInput(sent, stored.invoice.transaction, { defaultTaxCode: null }), taxDateTimeZone: null },
        stored,
      );
      const { externalId } = sent;
      const refundedTaxAmount = document.salesTax.amount;
      const refunded = { refundedTaxAmount, refundedByState: refundedByState(document, snapshot) };
      return { row: { ...none, outcome: 'PREVIEWED', externalId, ...refunded }, sent };
    } catch (error) {
      return { row: { ...none, outcome: 'FAILED', error: expected(error) }, sent: null };
    }
  };
}

/** Replaces ids that belong to a stored document, such as an earlier refund of other lines under this certificate. */
async function withFreeIds(
  transactions: TransactionStore,
  exemption: Exemption,
  planned: readonly Planned[],
  attempt = 2,
): Promise<readonly Planned[]> {
  const stored = await transactions.findByKeys(planned.flatMap(({ sent }) => sent ?? []));
  if (stored.length === 0) return planned;
  const idOf = ({ source, externalId }: NaturalKey) => JSON.stringify([source, externalId]);
  const taken = new Set(stored.map(({ transaction }) => idOf(transaction)));
  const renamed = planned.map((one): Planned => {
    if (!one.sent || !taken.has(idOf(one.sent))) return one;
    const externalId = taxRefundId(one.row.invoice.transaction.externalId, exemption, attempt);
    return { row: { ...one.row, externalId }, sent: { ...one.sent, externalId } };
  });
  return withFreeIds(transactions, exemption, renamed, attempt + 1);
}

async function store(ctx: Context, row: TaxRefundRow, sent: SentTransaction): Promise<TaxRefundRow> {
  try {
    const { transaction: refund, snapshot } = (await upsertTransaction(ctx, sent, unstored)).value;
    const refunded = { refundedTaxAmount: refund.salesTax.amount, refundedByState: refundedByState(refund, snapshot) };
    return { ...row, outcome: 'REFUNDED', refund, ...refunded };
  } catch (error) {
    return { ...row, outcome: 'FAILED', ...nothing, externalId: null, error: expected(error) };
  }
}

function expected(error: unknown): AppError {
  if (!(error instanceof AppError)) throw error;
  return error;
}
