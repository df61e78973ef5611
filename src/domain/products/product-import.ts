import { field, type RecordOf, record } from '../base/record.ts';
import { rowFault } from '../reconciliations/reconciliation.ts';
import { productFields } from './product.ts';

/** The columns of a product file are the members of a product. */
export const productColumns = Object.keys(productFields.shape) as readonly (keyof typeof productFields.shape)[];

export const productImport = record('ProductImport', 'The report on a product file.', {
  isDryRun: field.flag('Whether the file was only checked and nothing was stored.'),
  rowCount: field.count('Number of rows, excluding the header and empty rows.'),
  changedCount: field.count('Number of new or changed products; 0 for a dry run.'),
  faultCount: field.count('Number of errors in rows. Rows with errors were not stored.'),
  faults: field.list(rowFault, 5, 'Errors in rows, in row order; at most 1,000.'),
  ignoredColumns: field.list(field.text('Header of a column that was not read.'), 2, 'Columns that were not read.'),
});
export type ProductImport = RecordOf<typeof productImport>;
