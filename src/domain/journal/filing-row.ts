import { type Decimal, decimal, sum, zero } from '../../tax/numbers/decimal.ts';
import type { JournalRole } from '../account/chart-accounts.ts';
import type { FiledAccountFinder, Posting } from '../account/journal-settings.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import { periodText, type ReportPeriod } from '../base/report-period.ts';
import { amountsIn } from '../liability/liability-record.ts';
import { placeCode } from '../places/place-code.ts';
import type { ReturnPayment } from '../returns/payment/return-payment.ts';
import { filingDay, type StoredReturn } from '../returns/return.ts';
import type { FiledTotals, TaxReturnFiling, TaxReturnKey } from '../returns/return-record.ts';
import { isPosted, journalRow, postedRow } from './journal-row.ts';

type OfFiling = { readonly filing: TaxReturnFiling };

const { period, role, account, missingAccount, debitAmount, creditAmount, taxKey } = journalRow.fields;

export const filingJournalRow = record(
  'FilingJournalRow',
  'A posting of the filing of a tax return to one account. The rows of a filing have equal debits and credits in each currency. A return that is filed again posts the difference from its previous filing.',
  {
    postedOn: field.derived(field.day('Day of filing.'), ({ filing }: OfFiling) => filingDay(filing)),
    period: field.derived(period, ({ filing }: OfFiling) => filingDay(filing).slice(0, 7)),
    serviceId: field.derived(
      field.uuid('Id that this service assigned to the return.'),
      ({ filing }: OfFiling) => filing.of.serviceId,
    ),
    externalId: field.derived(
      field.text('Place and period of the return, and number of the filing.', { examples: ['US-MN 2026-06/1'] }),
      ({ filing }: OfFiling) => filingName(filing),
    ),
    taxDate: field.derived(field.day('Last day of the period of the return.'), ({ filing }: OfFiling) => filing.of.to),
    role,
    account,
    missingAccount,
    otherAccounts: field.optional(
      field.text('Message about other accounts of the place that the row may belong to.'),
      'if the place has one account',
    ),
    debitAmount,
    creditAmount,
    currency: field.currency('ISO 4217 currency of the amounts.'),
    taxKey,
    place: field.text('ISO 3166 code of the place of the return or, in the one-stop shop, of the member state.', {
      examples: ['US-MN', 'DE'],
    }),
  },
);
export type FilingJournalRow = RecordOf<typeof filingJournalRow> &
  Pick<ReturnType<typeof postedRow<Posting>>, 'rate' | 'vatCategory' | 'customerType' | 'isTaxImplied' | 'grossAmount'>;

/** The scheme distinguishes one-stop-shop returns from others of the same country and period. */
export function filingName({ of, number }: TaxReturnFiling): string {
  const scheme = of.scheme === 'STANDARD' ? '' : ` ${of.scheme.split('_')[0]}`;
  return `${placeCode(of)}${scheme} ${periodText(of)}/${number}`;
}

export const filingsIn = (returns: readonly Pick<StoredReturn, 'filings'>[], { from, to }: ReportPeriod) =>
  returns.flatMap(({ filings }) => filings.filter((one) => filingDay(one) >= from && filingDay(one) <= to));

/** What a filing kept. */
type Filed = Pick<TaxReturnFiling, 'payment'> & { readonly totals: FiledTotals };

type FilingFacts = {
  /** The currency of the place; null if unknown. */
  readonly currency: string | null;
  readonly accountOf: FiledAccountFinder;
};

/**
 * The rows of a filing, from the figures and the payment that it kept. The step `PAID_EARLIER` is not posted, because
 * the bank postings of those payments are in the account of the authority.
 */
export function filingRows(
  filing: TaxReturnFiling,
  filed: Filed,
  /** Null for the first filing of the return. */
  previous: Filed | null,
  { currency, accountOf }: FilingFacts,
): FilingJournalRow[] {
  const changes = new Map<string, Amount>();
  const amounts = ({ totals, payment }: Filed) => amountsOf(filing.of, totals, payment, currency);
  const earlier = previous ? amounts(previous).map((one) => ({ ...one, credit: one.credit.neg() })) : [];
  for (const one of [...amounts(filed), ...earlier]) {
    const key = `${one.role} ${one.place} ${one.currency}`;
    changes.set(key, { ...one, credit: one.credit.plus(changes.get(key)?.credit ?? zero) });
  }
  return [...changes.values()]
    .map(({ credit, currency: ofRow, place, ...labels }) => {
      const posting = { ...labels, place, rate: null, customerType: null };
      const { found, others } = accountOf(posting);
      const row = postedRow(posting, credit, found);
      return { filing, ...row, place, currency: ofRow, otherAccounts: messageAbout(others) };
    })
    .filter(isPosted);
}

/** An amount to be posted. A positive amount is a credit. */
type Amount = Pick<Posting, 'role' | 'vatCategory'> & {
  readonly place: string;
  readonly currency: string;
  readonly credit: Decimal;
};

const roles: Partial<Record<ReturnPayment['steps'][number]['kind'], JournalRole>> = {
  ON_TIME_DISCOUNT: 'DISCOUNT',
  FORM_ROUNDING: 'ROUNDING',
  PREPAYMENT: 'PREPAYMENT',
};

function amountsOf(
  of: TaxReturnKey,
  totals: FiledTotals,
  payment: ReturnPayment | null,
  ofPlace: string | null,
): Amount[] {
  const place = placeCode(of);
  if (totals.oneStopShop) {
    const { currency, balances, taxAmount } = totals.oneStopShop;
    const facts = { vatCategory: 'S', currency } as const;
    const taxes = balances.map(({ memberState, taxAmount: tax }) => {
      return { ...facts, role: 'FILED_TAX' as const, place: memberState, credit: decimal(tax).neg() };
    });
    // A member state pays back a negative balance itself.
    const owed = taxes.filter(({ credit }) => credit.isPositive());
    return [
      ...taxes,
      { ...facts, role: 'AUTHORITY', place, credit: decimal(taxAmount) },
      ...owed.map((tax) => ({ ...tax, role: 'AUTHORITY' as const, credit: tax.credit.neg() })),
    ];
  }
  const facts = { vatCategory: null, place };
  const taxes = totals.totals.map((row): Amount => {
    const { currency, taxAmount } = amountsIn(row, ofPlace ?? row.currency) ?? row;
    return { ...facts, role: 'FILED_TAX', currency, credit: decimal(taxAmount).neg() };
  });
  const steps = (payment?.steps ?? []).flatMap(({ kind, amount }): Amount[] => {
    const role = roles[kind];
    return role ? [{ ...facts, role, currency: payment!.currency, credit: decimal(amount).neg() }] : [];
  });
  const posted = [...taxes, ...steps];
  const currencies = [...new Set(posted.map(({ currency }) => currency))];
  const payable = currencies.map((currency): Amount => {
    const credits = posted.filter((one) => one.currency === currency).map(({ credit }) => credit);
    return { ...facts, role: 'AUTHORITY', currency, credit: sum(credits).neg() };
  });
  return [...posted, ...payable];
}

const messageAbout = (others: readonly string[]) =>
  others.length === 0
    ? null
    : `${others.join(', ')} may also have tax of this place: the account depends on the rate, the VAT category or the customer, which a filing does not keep. To use another account, add it to journal.accounts with role FILED_TAX.`;
