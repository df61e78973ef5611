import { z } from 'zod';
import type { CustomerType } from '../../tax/model/assessment.ts';
import { type DecimalText, fractionInput } from '../base/amount.ts';
import { customerType } from '../base/customer-type.ts';
import { boundedText } from '../base/fields.ts';
import { choiceInput, input } from '../base/input.ts';
import { enumeration, field, record } from '../base/record.ts';
import { type VatCategory, vatCategory } from '../base/vat-category.ts';
import { euCode } from '../places/eu-code.ts';
import { chartAccounts, type JournalRole, journalRole } from './chart-accounts.ts';

const chartOfAccounts = enumeration('ChartOfAccounts', 'Chart with the default accounts for the journal.', {
  BY_COUNTRY: '`SKR03` for a home address in Germany, otherwise `US`.',
  SKR03: 'The German standard chart SKR03, with accounts such as 8400 and 1776.',
  SKR04: 'The German standard chart SKR04, with accounts such as 4400 and 3806.',
  US: 'Account names for a small business in the US: Accounts Receivable (A/R), Sales of Product Income, Sales Tax Payable.',
});

const role = choiceInput(journalRole).meta({ description: 'Posting type of the rows to which the account applies.' });
const account = boundedText(1, 64).meta({
  description: 'Number or name of the account in your books, such as `8400` or `Sales Tax Payable`.',
});
const everyIfAbsent = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema
    .nullable()
    .default(null)
    .meta({ description: `${description} Default: any.` });

const journalAccountFields = input(
  'JournalAccountInput',
  'An account and the rows that use it. A row uses the first account whose conditions all match.',
  {
    role,
    account,
    place: everyIfAbsent(
      z.string().regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/, {
        error: 'Must be an ISO 3166 code, such as US-MN or DE, or EU for the other member states.',
      }),
      'Place that taxes the sale: an ISO 3166 code such as `US-MN` or `DE`, or `EU` for member states other than your own.',
    ),
    rate: everyIfAbsent(fractionInput, 'Combined rate of all jurisdictions, such as 0.19.'),
    vatCategory: everyIfAbsent(choiceInput(vatCategory), 'VAT category of the sale.'),
    customerType: everyIfAbsent(choiceInput(customerType), 'Type of the customer when the tax was calculated.'),
    isTaxImplied: z.boolean().default(false).meta({
      description:
        'Whether the accounting system derives the tax from the account, as for a DATEV automatic account. As with a `taxKey`, gross amounts are posted to the account. Default: false.',
    }),
    taxKey: boundedText(1, 64).nullable().default(null).meta({
      description: 'Tax key of the rows: a DATEV posting key such as `3`, or a Xero tax rate. Default: none.',
    }),
  },
);
type JournalAccount = z.output<typeof journalAccountFields>;

const digits = (pattern: RegExp, message: string) =>
  z.string().refine((text) => pattern.test(text), { params: { code: 'INVALID_FORMAT' }, message });

export const journalSettings = input('JournalSettingsInput', 'Journal accounts and settings for journal files.', {
  chart: choiceInput(chartOfAccounts).default('BY_COUNTRY').meta({
    description: 'Chart for rows without a match in `accounts`. Default: BY_COUNTRY.',
  }),
  accounts: z.array(journalAccountFields).max(200).default([]).meta({
    description: 'Your own accounts, which take precedence over the chart. The first match applies. Default: none.',
  }),
  datevConsultant: digits(/^\d{4,7}$/, 'Must have 4 to 7 digits.')
    .nullable()
    .default(null)
    .meta({
      description: 'DATEV number of your tax consultant, required for a DATEV batch. Default: none.',
    }),
  datevClient: digits(/^\d{1,5}$/, 'Must have 1 to 5 digits.')
    .nullable()
    .default(null)
    .meta({
      description: 'Your client number with the tax consultant, required for a DATEV batch. Default: none.',
    }),
  firstMonth: digits(/^(0[1-9]|1[0-2])$/, 'Must be a month, from 01 to 12.')
    .default('01')
    .meta({
      description: 'Month in which your fiscal year begins, from `01` to `12`. Default: 01.',
    }),
});
type JournalSettings = z.output<typeof journalSettings>;

const { shape } = journalAccountFields;

const journalAccountRecord = record('JournalAccount', 'An account and the journal rows to which it applies.', {
  role: field.choice(journalRole, shape.role),
  account: field.text(shape.account),
  place: field.optional(field.text(shape.place), 'for any'),
  rate: field.optional(field.fraction(shape.rate), 'for any'),
  vatCategory: field.optional(field.choice(vatCategory, shape.vatCategory), 'for any'),
  customerType: field.optional(field.choice(customerType, shape.customerType), 'for any'),
  isTaxImplied: field.flag(shape.isTaxImplied),
  taxKey: field.optional(field.text(shape.taxKey)),
});

export const journalSettingsRecord = record('JournalSettings', 'Journal accounts and settings for journal files.', {
  chart: field.choice(chartOfAccounts, journalSettings.shape.chart),
  accounts: field.list(journalAccountRecord, 10, journalSettings.shape.accounts),
  datevConsultant: field.optional(field.text(journalSettings.shape.datevConsultant)),
  datevClient: field.optional(field.text(journalSettings.shape.datevClient)),
  firstMonth: field.text(journalSettings.shape.firstMonth),
});

/** The criteria that determine the account for a row. */
export type Posting = {
  readonly role: JournalRole;
  /** ISO 3166 code, such as `US-MN`; null for RECEIVABLE. */
  readonly place: string | null;
  readonly rate: DecimalText | null;
  readonly vatCategory: VatCategory | null;
  /** Null for a filing. */
  readonly customerType: CustomerType | null;
};

export type FoundAccount = Pick<JournalAccount, 'account' | 'isTaxImplied' | 'taxKey'>;
export type AccountFinder = (posting: Posting) => FoundAccount | null;

type FiledAccount = {
  readonly found: FoundAccount | null;
  /** Accounts for some rates, VAT categories or customers of the place, which a filing does not report. */
  readonly others: readonly string[];
};
export type FiledAccountFinder = (posting: Omit<Posting, 'rate' | 'customerType'>) => FiledAccount;

type AccountFinders = { readonly accountOf: AccountFinder; readonly filedAccountOf: FiledAccountFinder };

/** The accounts of a seller. Accounts in the settings take precedence over the chart. */
export function accountFinders(
  { chart, accounts }: JournalSettings,
  homeCountry: string,
  isInEu: (country: string) => boolean,
): AccountFinders {
  const ofCountry = homeCountry === 'DE' ? 'SKR03' : 'US';
  const all: readonly JournalAccount[] = [...accounts, ...chartAccounts(chart === 'BY_COUNTRY' ? ofCountry : chart)];
  const isWithin = (place: string, wanted: string) =>
    place === wanted ||
    place.startsWith(`${wanted}-`) ||
    (wanted === euCode && place.slice(0, 2) !== homeCountry && isInEu(place.slice(0, 2)));
  const isFor = (one: JournalAccount, { role, place }: Pick<Posting, 'role' | 'place'>) =>
    one.role === role && (one.place === null || isWithin(place ?? '', one.place));
  const accountOf = (posting: Posting) =>
    all.find(
      (one) =>
        isFor(one, posting) &&
        (one.rate === null || one.rate === posting.rate) &&
        (one.vatCategory === null || one.vatCategory === posting.vatCategory) &&
        (one.customerType === null || one.customerType === posting.customerType),
    ) ?? null;
  const filedAccountOf: FiledAccountFinder = (posting) => {
    const found = accountOf({ ...posting, rate: null, customerType: null });
    const before = found ? all.slice(0, all.indexOf(found)) : all;
    const others = before.filter((one) => isFor(one, posting) && one.account !== found?.account);
    if (posting.role === 'FILED_TAX' && !found && others.length === 0) {
      return filedAccountOf({ ...posting, role: 'TAX' });
    }
    return { found, others: [...new Set(others.map(({ account }) => account))] };
  };
  return { accountOf, filedAccountOf };
}
