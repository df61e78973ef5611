import { type FormLine, formLine } from '../../domain/returns/forms/filled-form.ts';
import { asReturn, type StoredReturn } from '../../domain/returns/return.ts';
import { returnFiling, taxReturn } from '../../domain/returns/return-record.ts';
import { csvForm } from '../http/list-format.ts';
import { recordColumns } from '../http/record-columns.ts';
import { partsUnknown } from '../liability/liability-columns.ts';

export const returnCsv = csvForm<StoredReturn>([
  ...recordColumns(taxReturn, {
    without: ['transactionsPath', 'internalTimestamps', 'version'],
    at: (stored: StoredReturn) => asReturn(stored, stored),
  }),
  { name: 'filingCount', description: 'How often it was filed.', value: ({ filings }) => filings.length },
  ...recordColumns(returnFiling, { without: ['number'], at: ({ filings }: StoredReturn) => filings.at(-1) }),
]);

export const formLineCsv = csvForm<FormLine>(recordColumns(formLine, { without: partsUnknown }));
