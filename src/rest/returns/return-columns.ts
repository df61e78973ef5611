import { type UnassignedTax, unassignedTax } from '../../domain/liability/unassigned-tax.ts';
import { type FormLine, formLine } from '../../domain/returns/forms/filled-form.ts';
import { asReturn, type StoredReturn } from '../../domain/returns/return.ts';
import {
  type DueAmount,
  type DueTaxReturn,
  dueAmount,
  dueTaxReturn,
  taxReturn,
  taxReturnFiling,
} from '../../domain/returns/return-record.ts';
import { type CsvColumn, type CsvForm, csvForm } from '../http/list-format.ts';
import { recordColumns } from '../http/record-columns.ts';
import { partsUnknown } from '../liability/liability-operations.ts';

const withoutPaths = ['path', 'transactionsPath', 'createdAt', 'updatedAt', 'version'];

export const returnCsv = csvForm<StoredReturn>([
  ...recordColumns(taxReturn, { without: withoutPaths, at: (stored: StoredReturn) => asReturn(stored, stored) }),
  { name: 'filingCount', description: 'Number of filings.', value: ({ filings }) => filings.length },
  ...recordColumns(taxReturnFiling, { without: ['number'], at: ({ filings }: StoredReturn) => filings.at(-1) }),
]);

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
