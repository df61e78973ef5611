import { csvField } from '../../domain/exemptions/exemption-columns.ts';
import type { ExemptionImport, ImportFault } from '../../domain/exemptions/exemption-import.ts';
import { importExemptions } from '../../usecases/exemptions/import-exemptions.ts';
import type { Builder } from '../base/builder.ts';
import { InvalidInput } from '../base/errors.ts';
import { forgetLists } from '../base/loaded-records.ts';

/** Storing a file of exemptions. */
export function addExemptionImport(builder: Builder): void {
  const report = addReport(builder);
  const input = builder.inputType('ImportExemptionsInput', {
    description: 'A file of exemptions, and what to do with it.',
    fields: (t) => ({
      [csvField]: t.field({
        type: 'Upload',
        required: true,
        description:
          'CSV in UTF-8, up to 1 GB, with a header line. `GET /v1/exemptions/csv/template` answers a header with every column.',
      }),
      dryRun: t.boolean({ defaultValue: false, description: 'Whether to store nothing, and only report.' }),
    }),
  });
  builder.mutationField('importExemptions', (t) =>
    t.field({
      type: report,
      errors: { types: [InvalidInput] },
      description:
        'Stores the good rows of a CSV file as `createExemptions` stores them, and reports the others. Sent again, a file changes nothing. Needs the scope `exemptions:write`.',
      args: { input: t.arg({ type: input, required: true, description: 'The file.' }) },
      resolve: async (_root, { input: { csvFile, dryRun } }, ctx) => {
        const imported = await importExemptions(ctx, csvFile.file.content, { dryRun: dryRun ?? false });
        forgetLists(ctx);
        return imported;
      },
    }),
  );
}

function addReport(builder: Builder) {
  const status = builder.enumType('ExemptionImportStatus', {
    description: 'How far a file of exemptions was good.',
    values: {
      SUCCESS: { description: 'Every row is good.' },
      PARTIAL: { description: 'Some rows are good, others have faults.' },
      FAILED: { description: 'No row is good.' },
      STOPPED: { description: 'What follows a line could not be read; the good rows before it count.' },
    } as const satisfies Record<ExemptionImport['status'], { description: string }>,
  });
  const fault = builder.objectRef<ImportFault>('ImportFault').implement({
    description: 'One fault of a row.',
    fields: (t) => ({
      line: t.exposeInt('line', { description: 'The line of the file in which the row begins, counted from 1.' }),
      field: t.exposeString('field', { nullable: true, description: 'The column; null for the row as a whole.' }),
      code: t.exposeString('code', { description: 'A stable code: `REQUIRED`, `UNKNOWN_VALUE` …' }),
      message: t.exposeString('message', { description: 'What to change, in a sentence.' }),
    }),
  });
  return builder.objectRef<ExemptionImport>('ExemptionImport').implement({
    description: 'What became of a file of exemptions.',
    fields: (t) => ({
      status: t.expose('status', { type: status, description: 'How far it was good.' }),
      message: t.exposeString('message', { description: 'What was done, in a sentence.' }),
      isDryRun: t.exposeBoolean('isDryRun', { description: 'Whether nothing was stored because so it was asked.' }),
      rowCount: t.exposeInt('rowCount', { description: 'How many rows with content were read, the header aside.' }),
      successCount: t.exposeInt('successCount', { description: 'How many of them are good.' }),
      notFoundCustomers: t.stringList({
        description: 'Customers that rows name and that do not exist, each once; the first thousand.',
        resolve: ({ notFoundCustomers }) => [...notFoundCustomers],
      }),
      skippedStates: t.stringList({
        description: 'States that nobody knows, as they were written, each once; the first thousand.',
        resolve: ({ skippedStates }) => [...skippedStates],
      }),
      errors: t.field({
        type: [fault],
        extensions: { listSize: 200 },
        description: 'The faults of the rows that are not good; the first thousand.',
        resolve: ({ errors }) => [...errors],
      }),
      errorsLeftOut: t.exposeInt('errorsLeftOut', { description: 'How many more faults there are.' }),
      ignoredColumns: t.stringList({
        description: 'Columns of the file that mean nothing here.',
        resolve: ({ ignoredColumns }) => [...ignoredColumns],
      }),
    }),
  });
}
