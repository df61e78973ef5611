import { type UnassignedTax, unassignedTax } from '../../domain/liability/unassigned-tax.ts';
import { type FormLine, formLine } from '../../domain/returns/forms/filled-form.ts';
import { asReturn, type StoredReturn } from '../../domain/returns/return.ts';
import { type DueTaxReturn, dueTaxReturn, taxReturn, taxReturnFiling } from '../../domain/returns/return-record.ts';
import { csvForm } from '../http/list-format.ts';
import { recordColumns } from '../http/record-columns.ts';
import { partsUnknown } from '../liability/liability-columns.ts';

const withoutPaths = ['path', 'transactionsPath', 'createdAt', 'updatedAt', 'version'];

export const returnCsv = csvForm<StoredReturn>([
  ...recordColumns(taxReturn, { without: withoutPaths, at: (stored: StoredReturn) => asReturn(stored, stored) }),
  { name: 'filingCount', description: 'Number of filings.', value: ({ filings }) => filings.length },
  ...recordColumns(taxReturnFiling, { without: ['number'], at: ({ filings }: StoredReturn) => filings.at(-1) }),
]);

export const dueReturnCsv = csvForm<DueTaxReturn>([
  ...recordColumns(dueTaxReturn, { without: ['taxReturn'] }),
  ...recordColumns(taxReturn, { without: withoutPaths, at: ({ taxReturn: one }: DueTaxReturn) => one }),
]);

export const formLineCsv = csvForm<FormLine>(recordColumns(formLine, { without: partsUnknown }));

export const unassignedTaxCsv = csvForm<UnassignedTax>(recordColumns(unassignedTax));
