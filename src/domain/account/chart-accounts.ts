import type { DecimalText } from '../base/amount.ts';
import { type EnumerationValue, enumeration } from '../base/record.ts';
import type { VatCategory } from '../base/vat-category.ts';

export const journalRole = enumeration('JournalRole', 'Posting type of a journal row.', {
  RECEIVABLE: 'Amount owed by the buyer: net amounts, tax and fees.',
  REVENUE: 'Sales excluding tax.',
  TAX: 'Tax owed to an authority.',
  FEE: 'State fees that the buyer pays, such as Colorado’s retail delivery fee.',
  FILED_TAX: 'Tax reported in a filing. Posted to the `TAX` account unless this role has its own account.',
  AUTHORITY: 'Amount owed to the authority for a filing.',
  DISCOUNT: 'Discount for filing on time.',
  ROUNDING: 'Tax on the form, minus the tax charged.',
  PREPAYMENT: 'Prepayments credited in a filing.',
});
export type JournalRole = EnumerationValue<typeof journalRole>;

type Chart = 'SKR03' | 'SKR04' | 'US';
type Condition = {
  readonly place?: string;
  readonly rate?: DecimalText;
  readonly vatCategory?: VatCategory;
  readonly isTaxImplied?: true;
};

const automatic = { isTaxImplied: true } as const;
const standard = { place: 'DE', rate: '0.19' as DecimalText };
const reduced = { place: 'DE', rate: '0.07' as DecimalText };
const elsewhereInEu = { place: 'EU', vatCategory: 'S' } as const;

/**
 * Account numbers in DATEV's standard charts SKR03 and SKR04. 8400, 8300 and 8125 (4400, 4300 and 4125) are automatic
 * accounts, which set the tax key themselves. A sale at another domestic rate, such as 16 % in 2020, has no account.
 * Domestic returns are posted to advance VAT payments (1780, 3820), because the annual accounts clear the VAT accounts.
 * 4900 and 6300 are other operating expenses (https://haufe.de/finance/haufe-finance-office-premium/betriebsbedarf-3-was-dem-konto-betriebsbedarf-zuzuordnen-ist_idesk_PI20354_HI1905971.html).
 */
const german: readonly (readonly [JournalRole, Condition, skr03: string, skr04: string])[] = [
  ['RECEIVABLE', {}, '1400', '1200'],
  ['REVENUE', { ...standard, ...automatic }, '8400', '4400'],
  ['REVENUE', { ...reduced, ...automatic }, '8300', '4300'],
  ['REVENUE', { vatCategory: 'K', ...automatic }, '8125', '4125'],
  ['REVENUE', { vatCategory: 'G' }, '8120', '4120'],
  ['REVENUE', { vatCategory: 'AE', place: 'DE' }, '8337', '4337'],
  ['REVENUE', { vatCategory: 'AE', place: 'EU' }, '8336', '4336'],
  ['REVENUE', { vatCategory: 'E', place: 'DE' }, '8100', '4100'],
  ['REVENUE', elsewhereInEu, '8320', '4320'],
  ['TAX', standard, '1776', '3806'],
  ['TAX', reduced, '1771', '3801'],
  ['TAX', elsewhereInEu, '1767', '3817'],
  ['FILED_TAX', { place: 'DE' }, '1780', '3820'],
  ['AUTHORITY', {}, '1736', '3700'],
  ['DISCOUNT', {}, '2700', '4830'],
  ['ROUNDING', {}, '4900', '6300'],
];

/** Account names in QuickBooks Online. */
const american: readonly (readonly [JournalRole, string])[] = [
  ['RECEIVABLE', 'Accounts Receivable (A/R)'],
  ['REVENUE', 'Sales of Product Income'],
  ['TAX', 'Sales Tax Payable'],
  ['FEE', 'Sales Tax Payable'],
  ['AUTHORITY', 'Sales Tax Agency Payable'],
  ['DISCOUNT', 'Other Miscellaneous Income'],
  ['ROUNDING', 'Other Miscellaneous Expense'],
  ['PREPAYMENT', 'Prepaid Expenses'],
];

/** A null `place`, `rate` or `vatCategory` matches any value. */
type ChartAccount = {
  readonly role: JournalRole;
  readonly account: string;
  readonly place: string | null;
  readonly rate: DecimalText | null;
  readonly vatCategory: VatCategory | null;
  readonly customerType: null;
  readonly isTaxImplied: boolean;
  readonly taxKey: null;
};

const any = { place: null, rate: null, vatCategory: null, customerType: null, isTaxImplied: false, taxKey: null };

/** In matching order. */
export function chartAccounts(chart: Chart): readonly ChartAccount[] {
  if (chart === 'US') return american.map(([role, account]) => ({ ...any, role, account }));
  return german.map(([role, condition, skr03, skr04]) => {
    return { ...any, ...condition, role, account: chart === 'SKR03' ? skr03 : skr04 };
  });
}
