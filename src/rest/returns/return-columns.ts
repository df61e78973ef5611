import { type DecimalText, sumOfTexts } from '../../domain/base/amount.ts';
import { inMinorUnits } from '../../domain/base/currency.ts';
import { type LiabilityAmounts, liabilityAmounts } from '../../domain/liability/liability-record.ts';
import { type UnassignedTax, unassignedTax } from '../../domain/liability/unassigned-tax.ts';
import { type FormLine, formLine } from '../../domain/returns/forms/filled-form.ts';
import {
  type DueAmount,
  type DueTaxReturn,
  dueAmount,
  dueTaxReturn,
  type FilingWithTotals,
  taxReturn,
  taxReturnFiling,
} from '../../domain/returns/return-record.ts';
import type { FiledReturn } from '../../usecases/returns/list-returns.ts';
import { type CsvColumn, type CsvForm, csvForm } from '../http/list-format.ts';
import { recordColumns } from '../http/record-columns.ts';
import { partsUnknown } from '../liability/liability-operations.ts';

const withoutPaths = ['path', 'transactionsPath', 'createdAt', 'updatedAt', 'version'];

type FiledLine = {
  readonly of: FiledReturn;
  /** The last filing; only in the first line of a return. */
  readonly filing: FilingWithTotals | undefined;
  readonly amounts: Partial<LiabilityAmounts>;
  readonly paidAmount: DecimalText | null;
};

const filedColumns: readonly CsvColumn<FiledLine>[] = [
  ...recordColumns(taxReturn, { without: withoutPaths, at: ({ of }: FiledLine) => of }),
  { name: 'filingCount', description: 'Number of filings.', value: ({ of }) => of.filings.length },
  ...recordColumns(taxReturnFiling, { without: ['number'], at: ({ filing }: FiledLine) => filing }),
  ...recordColumns(liabilityAmounts, { at: ({ amounts }: FiledLine) => amounts as LiabilityAmounts }),
  {
    name: 'totalPaidAmount',
    description: 'Sum of the amounts recorded as paid in `currency`, over all filings; empty if none was recorded.',
    value: ({ paidAmount, amounts: { currency } }) =>
      paidAmount && currency ? inMinorUnits(currency, paidAmount) : paidAmount,
  },
];

export const returnCsv: CsvForm<FiledReturn> = {
  columns: filedColumns,
  *cellsOf(rows) {
    for (const of of rows) for (const line of linesOf(of)) yield filedColumns.map((column) => column.value(line));
  },
};

/** One line per currency of the amounts paid with any filing, and of the last filing's figures. */
function linesOf(of: FiledReturn): FiledLine[] {
  const filing = of.filings.at(-1);
  const { totals = [], oneStopShop } = filing?.figures ?? {};
  const filed: readonly Partial<LiabilityAmounts>[] = oneStopShop ? [oneStopShop] : totals;
  const paid = of.filings.flatMap(({ amountPaid, paidCurrency: currency }) =>
    amountPaid !== null && currency !== null ? [{ amountPaid, currency }] : [],
  );
  const currencies = new Set([...paid, ...filed].map(({ currency }) => currency));
  return [...(currencies.size > 0 ? currencies : [undefined])].map((currency, index) => {
    const amounts = filed.find((one) => one.currency === currency) ?? { currency };
    const payments = paid.filter((one) => one.currency === currency).map(({ amountPaid }) => amountPaid);
    const paidAmount = payments.length > 0 ? sumOfTexts(payments) : null;
    return { of, filing: index === 0 ? filing : undefined, amounts, paidAmount };
  });
}

type DueLine = { readonly due: DueTaxReturn; readonly amount: DueAmount | undefined };

const dueColumns: readonly CsvColumn<DueLine>[] = [
  ...recordColumns(dueTaxReturn, { without: ['taxReturn'], at: ({ due }: DueLine) => due }),
  ...recordColumns(taxReturn, { without: withoutPaths, at: ({ due }: DueLine) => due.taxReturn }),
  ...recordColumns(dueAmount, { at: ({ amount }: DueLine) => amount }),
  {
    name: 'notices',
    description: 'Codes of the notices about the amounts, separated by spaces.',
    value: ({ due }) => due.notices.map(({ code }) => code).join(' '),
  },
];

/** One line per return and currency; a return without documents has a single line without amounts. */
export const dueReturnCsv: CsvForm<DueTaxReturn> = {
  columns: dueColumns,
  *cellsOf(rows) {
    for (const due of rows) {
      const amounts = due.amounts.length > 0 ? due.amounts : [undefined];
      for (const amount of amounts) yield dueColumns.map((column) => column.value({ due, amount }));
    }
  },
};

export const formLineCsv = csvForm<FormLine>(recordColumns(formLine, { without: partsUnknown }));

export const unassignedTaxCsv = csvForm<UnassignedTax>(recordColumns(unassignedTax));
