import type { CustomerType } from '../../tax/model/assessment.ts';
import { type Decimal, decimal, sum, zero } from '../../tax/numbers/decimal.ts';
import { journalRole } from '../account/chart-accounts.ts';
import type { AccountFinder, FoundAccount, Posting } from '../account/journal-settings.ts';
import { type DecimalText, toDecimalText } from '../base/amount.ts';
import { customerType } from '../base/customer-type.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import { vatCategory } from '../base/vat-category.ts';
import { codedPlace, placeCode } from '../places/place-code.ts';
import { type CountedLines, countedLines } from '../totals/reported-totals.ts';
import { reportedOn, reportingDay, signOf } from '../transactions/signed-amount.ts';
import { type Transaction, transaction } from '../transactions/transaction.ts';
import type { RecordedTransaction, SnapshotLine, TransactionSnapshot } from '../transactions/transaction-snapshot.ts';
import { vatCategoryOf } from '../transactions/vat-category.ts';

type OfDocument = { readonly transaction: Transaction };

const ofRevenue = 'except for REVENUE';
const asPosted = 'Negative in a refund and in the reversal of an invoice.';

export const journalRow = record(
  'JournalRow',
  'A posting of a document to one account. The rows of a document have equal debits and credits.',
  {
    postedOn: field.derived(reportedOn, ({ transaction: of }: OfDocument) => reportingDay(of)),
    period: field.derived(
      field.text('Month of `postedOn`.', { examples: ['2026-06'] }),
      ({ transaction: of }: OfDocument) => reportingDay(of).slice(0, 7),
    ),
    serviceId: field.derived(transaction.fields.serviceId, ({ transaction: of }: OfDocument) => of.serviceId),
    source: field.derived(transaction.fields.source, ({ transaction: of }: OfDocument) => of.source),
    externalId: field.derived(transaction.fields.externalId, ({ transaction: of }: OfDocument) => of.externalId),
    transactionType: field.derived(
      transaction.fields.transactionType,
      ({ transaction: of }: OfDocument) => of.transactionType,
    ),
    taxDate: field.derived(
      field.day('Day whose law applies to the document.'),
      ({ transaction: of }: OfDocument) => of.taxDate,
    ),
    role: field.choice(journalRole, 'Type of posting.'),
    account: field.optional(field.text('Number or name of the account.'), 'with a `missingAccount`'),
    missingAccount: field.optional(
      field.text('Message about the account that is missing from the setting `journal`.'),
      'with an `account`',
    ),
    debitAmount: field.optional(field.amount('Debit amount.'), 'for a credit'),
    creditAmount: field.optional(field.amount('Credit amount.'), 'for a debit'),
    netAmount: field.optional(field.amount('Sales excluding tax.', { unit: asPosted }), ofRevenue),
    taxAmount: field.optional(field.amount('Tax on these sales.', { unit: asPosted }), ofRevenue),
    grossAmount: field.optional(field.amount('Sales including tax.', { unit: asPosted }), ofRevenue),
    currency: field.derived(field.currency('ISO 4217 currency of the amounts.'), ({ transaction: of }: OfDocument) => {
      return of.currency;
    }),
    isTaxImplied: field.flag('Whether the account includes the tax.'),
    taxKey: field.optional(field.text('Tax key of the account.')),
    place: field.optional(
      field.text('ISO 3166 code of the place that taxes the sale.', { examples: ['US-MN', 'DE'] }),
      'for RECEIVABLE',
    ),
    rate: field.optional(field.fraction('Combined rate of all jurisdictions.'), 'for RECEIVABLE and FEE'),
    vatCategory: field.optional(
      field.choice(vatCategory, 'VAT category (BT-118 of EN 16931).'),
      'for RECEIVABLE and FEE, for US sales tax and other taxes except VAT, and where the reason allows several categories',
    ),
    customerType: field.choice(
      customerType,
      'Type of the customer when the tax was calculated; `MARKETPLACE` for sales whose tax a marketplace collects.',
    ),
  },
  ({ transaction: of }: OfDocument) => of.currency,
);
export type JournalRow = RecordOf<typeof journalRow>;

type DocumentPosting = Posting & { readonly customerType: CustomerType };
type Sales = Omit<DocumentPosting, 'role'> & { readonly net: Decimal; readonly tax: Decimal };

/**
 * The journal rows of a document, on the same basis as liability: the amount owed by the buyer, then sales and tax by
 * place, rate and VAT category, then fees. Empty for a document that liability never includes.
 */
export function journalRows(
  { transaction: of, snapshot }: RecordedTransaction,
  accountOf: AccountFinder,
): JournalRow[] {
  const facts = { transaction: of, customerType: snapshot.customerType };
  const counted = countedLines(of, snapshot);
  const sales = salesOf(counted, of, snapshot);
  const fees = counted.map(({ place, feeAmount }) => {
    return { place: placeCode(codedPlace(place)), amount: decimal(feeAmount).times(signOf(of)) };
  });
  const rows = [
    ...sales.map(({ net, tax, ...labels }) => {
      const amounts = { netAmount: text(net), taxAmount: text(tax), grossAmount: text(net.plus(tax)) };
      return { ...rowOf({ role: 'REVENUE', ...labels }, net, facts, accountOf), ...amounts };
    }),
    ...sales.map(({ net: _, tax, ...labels }) => rowOf({ role: 'TAX', ...labels }, tax, facts, accountOf)),
    ...fees.map(({ amount, place }) => rowOf({ role: 'FEE', place }, amount, facts, accountOf)),
  ];
  const owed = sum([...sales.flatMap(({ net, tax }) => [net, tax]), ...fees.map(({ amount }) => amount)]);
  return [rowOf({ role: 'RECEIVABLE' }, owed.neg(), facts, accountOf), ...rows].filter(isPosted);
}

/** Zero amounts are not posted. */
export const isPosted = ({ debitAmount, creditAmount }: Pick<JournalRow, 'debitAmount' | 'creditAmount'>) =>
  (debitAmount ?? creditAmount) !== '0';

const text = toDecimalText;

type Facts = OfDocument & { readonly customerType: CustomerType };
type Labels = Pick<Posting, 'role'> & Partial<DocumentPosting>;

function rowOf(labels: Labels, credit: Decimal, facts: Facts, accountOf: AccountFinder): JournalRow {
  const posting = { place: null, rate: null, vatCategory: null, customerType: facts.customerType, ...labels };
  return { ...facts, ...postedRow(posting, credit, accountOf(posting)) };
}

/** A row of a document or filing, without its facts. A positive amount is a credit. */
export function postedRow<Of extends Posting>(posting: Of, credit: Decimal, found: FoundAccount | null) {
  const { account = null, isTaxImplied = false, taxKey = null } = found ?? {};
  const amounts = credit.isNegative()
    ? { debitAmount: text(credit.neg()), creditAmount: null }
    : { debitAmount: null, creditAmount: text(credit) };
  return {
    ...posting,
    account,
    isTaxImplied,
    taxKey,
    missingAccount: found ? null : missing(posting),
    ...amounts,
    netAmount: null,
    taxAmount: null,
    grossAmount: null,
  };
}

function missing({ role, place, rate, vatCategory: category, customerType: type }: Posting): string {
  const conditions = Object.entries({ role, place, rate, vatCategory: category, customerType: type }).flatMap(
    ([name, value]) => (value === null ? [] : [`${name} ${value}`]),
  );
  return `journal.accounts has no account for ${conditions.join(', ')}. Add one to the account settings.`;
}

/** Net and tax by place, rate, VAT category and collector; negative for a refund. Tax that a marketplace collects is not the seller’s. */
function salesOf(counted: readonly CountedLines[], of: Transaction, snapshot: TransactionSnapshot): Sales[] {
  const sign = signOf(of);
  const groups = new Map<string, Sales>();
  for (const { place, lines } of counted) {
    const code = placeCode(codedPlace(place));
    for (const { parts, recorded, isOfMarketplace } of lines) {
      const type = isOfMarketplace ? 'MARKETPLACE' : snapshot.customerType;
      for (const { rate, reason, grossAmount, taxAmount } of parts) {
        const category = categoryOf({ rate, reason }, recorded, snapshot);
        const key = `${code} ${rate} ${category} ${type}`;
        const { net, tax } = groups.get(key) ?? { net: zero, tax: zero };
        groups.set(key, {
          place: code,
          rate,
          vatCategory: category,
          customerType: type,
          net: net.plus(decimal(grossAmount).times(sign)),
          tax: isOfMarketplace ? tax : tax.plus(decimal(taxAmount).times(sign)),
        });
      }
    }
  }
  return [...groups.values()];
}

/** The VAT category for the country's tax or, if the country levies none, for the region's tax; null without either. */
function categoryOf(
  { rate, reason }: { readonly rate: DecimalText; readonly reason: SnapshotLine['taxLines'][number]['reason'] },
  { taxLines, supply }: SnapshotLine,
  { rates }: TransactionSnapshot,
): Posting['vatCategory'] {
  const levied = taxLines.map((taxLine) => rates[taxLine.rate]!.jurisdiction);
  const jurisdiction =
    levied.find(({ level }) => level === 'COUNTRY') ?? levied.find(({ level }) => level === 'REGION');
  return jurisdiction ? vatCategoryOf({ jurisdiction, appliedRate: rate, reason, supply }) : null;
}
