import { z } from 'zod';
import { count, flag, list, named, text } from '../http/members.ts';

export const exemptionImportResponse = named('ExemptionImport', 'What became of a file of exemptions.', {
  status: z.enum(['SUCCESS', 'PARTIAL', 'FAILED', 'STOPPED']).meta({
    description:
      'SUCCESS: every row is good. PARTIAL: some are. FAILED: none is. STOPPED: what follows a line could not be read.',
  }),
  message: text('The same in words.'),
  dry_run: flag('Whether nothing was stored, as asked.'),
  row_count: count('Rows with content that were read.'),
  success_count: count('Rows that are good.'),
  not_found_customers: list(text('As written.'), 'Customers that do not exist, each once; the first thousand.'),
  skipped_states: list(text('As written.'), 'States that no country has, each once; the first thousand.'),
  errors: list(
    z.object({
      line: count('Of the row’s first character in the file, from 1; 0 for the form.'),
      field: text('The column; null for the row as a whole.').nullable(),
      code: text('What it is, by a stable name.'),
      message: text('What to change.'),
    }),
    'Faults of rows; the first thousand.',
  ),
  errors_left_out: count('Faults that are not listed.'),
  ignored_columns: list(text('As written.'), 'Columns that mean nothing here.'),
});
