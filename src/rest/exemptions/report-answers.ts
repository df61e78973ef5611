import { z } from 'zod';
import { count, flag, list, named, text, uuid } from '../http/members.ts';
import { problemAnswer } from '../http/problem-answer.ts';
import { index } from '../places/tax-answers.ts';

const { requestId: _, ...problemMembers } = problemAnswer.shape;

export const batchRowAnswer = named('BatchRow', 'What became of one document of a batch.', {
  index,
  status: count('The status that a PUT of the document would have.'),
  source: text('Of its key, as far as it could be read.').optional(),
  externalId: text('Of its key, as far as it could be read.').optional(),
  serviceId: uuid('Where it is found, when it was stored.').optional(),
  problem: z.object(problemMembers).meta({ description: 'What is wrong with it, when it was not.' }).optional(),
});

export const createdExemptionsAnswer = z.object({}).meta({ description: 'Always empty.' });

export const importAnswer = named('ExemptionImport', 'What became of a file of exemptions.', {
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
