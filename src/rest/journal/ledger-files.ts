import type { Posting } from '../../domain/account/journal-settings.ts';
import type { TenantSettings } from '../../domain/account/tenant.ts';
import { inMinorUnits } from '../../domain/base/currency.ts';
import { invalidInput } from '../../domain/base/errors.ts';
import type { ReportPeriod } from '../../domain/base/report-period.ts';
import type { JournalRow } from '../../domain/journal/journal-row.ts';
import { type Cell, csvLine } from '../../files/csv/csv-text.ts';

export const ledgers = ['datev', 'quickbooks', 'xero'] as const;
export type Ledger = (typeof ledgers)[number];

export type LedgerFacts = {
  readonly settings: TenantSettings;
  readonly period: ReportPeriod;
  readonly now: Date;
};

/** A document, or a filing in one currency. */
export type LedgerEntry = {
  readonly name: string;
  /** Type of the entry, as shown in its text. */
  readonly type: string;
  readonly postedOn: string;
  readonly currency: string;
  readonly exchangeRate: { readonly toCurrency: string; readonly rate: string } | null;
  readonly buyer: { readonly name: string; readonly taxNumber: string | null } | null;
  readonly rows: readonly LedgerRow[];
};
export type LedgerRow = Pick<
  JournalRow,
  'role' | 'account' | 'missingAccount' | 'debitAmount' | 'creditAmount' | 'grossAmount' | 'isTaxImplied' | 'taxKey'
> &
  Pick<Posting, 'place' | 'rate' | 'vatCategory' | 'customerType'>;

/** The row that has the total of its entry. */
export const isTotal = ({ role }: LedgerRow) => role === 'RECEIVABLE' || role === 'AUTHORITY';

/**
 * A file for import into bookkeeping software. Rows that the file cannot represent are refused with `INVALID_INPUT`.
 */
export type LedgerFile = {
  readonly fileName: string;
  /** Character set of the file. Default: UTF-8. */
  readonly charset?: 'windows-1252';
  opening(facts: LedgerFacts): string;
  linesOf(entry: LedgerEntry, facts: LedgerFacts): Iterable<string>;
};

export function refuse(message: string): never {
  throw invalidInput([{ path: ['format'], code: 'INVALID_VALUE', message }]);
}

export function accountOf({ account, missingAccount }: Pick<LedgerRow, 'account' | 'missingAccount'>): string {
  return account ?? refuse(missingAccount ?? '');
}

const line = (cells: readonly Cell[]) => csvLine(cells, { isForSpreadsheet: true });
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const dayOf = ({ postedOn }: LedgerEntry) => postedOn.split('-') as [year: string, month: string, day: string];
const about = ({ role, place, rate }: LedgerRow) => [role, place, rate].filter((one) => one !== null).join(' ');

/** The columns of the QuickBooks Online sample file. Accounts are identified by name. */
export const quickBooks: LedgerFile = {
  fileName: 'journal-quickbooks',
  opening: () =>
    line([
      '*JournalNo',
      '*JournalDate',
      '*AccountName',
      '*Debits',
      '*Credits',
      'Description',
      'Name',
      'Currency',
      'Location',
      'Class',
    ]),
  *linesOf(entry) {
    const [year, month, day] = dayOf(entry);
    const { name, currency } = entry;
    for (const row of entry.rows) {
      const buyer = row.role === 'RECEIVABLE' ? (entry.buyer?.name ?? null) : null;
      const amounts = [row.debitAmount, row.creditAmount].map((amount) => amount && inMinorUnits(currency, amount));
      yield line([
        name,
        `${month}/${day}/${year}`,
        accountOf(row),
        ...amounts,
        about(row),
        buyer,
        currency,
        null,
        null,
      ]);
    }
  },
};

/** The columns of the Xero template. Accounts are identified by code, tax rates by name. */
export const xero: LedgerFile = {
  fileName: 'journal-xero',
  opening: () =>
    line([
      '*Narration',
      '*Date',
      'Description',
      '*AccountCode',
      '*TaxRate',
      '*Amount',
      'TrackingName1',
      'TrackingOption1',
      'TrackingName2',
      'TrackingOption2',
    ]),
  *linesOf(entry) {
    const [year, month, day] = dayOf(entry);
    for (const row of entry.rows) {
      const account = accountOf(row);
      const rate = row.taxKey ?? refuse(`Xero needs a tax rate for ${account}: set its taxKey in journal.accounts.`);
      const amount = inMinorUnits(entry.currency, row.debitAmount ?? `-${row.creditAmount}`);
      const date = `${day} ${months[Number(month) - 1]} ${year}`;
      yield line([entry.name, date, about(row), account, rate, amount, null, null, null, null]);
    }
  },
};
