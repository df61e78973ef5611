import { AppError, invalidInput } from '../../domain/base/errors.ts';
import {
  type ExemptionImport,
  exemptionImportStatus,
  type ImportIssue,
  importMessage,
} from '../../domain/exemptions/exemption-import-report.ts';
import { importExemptions } from '../../usecases/exemptions/import-exemptions.ts';
import { builder } from '../base/builder.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { forgetLists } from '../base/loaded-records.ts';
import { enumOf } from '../base/record-type.ts';

const ImportIssueRef = builder.objectRef<ImportIssue>('ImportFault').implement({
  description: 'An error in a row.',
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'Line of the file in which the row begins, from 1.' }),
    field: t.exposeString('field', {
      nullable: true,
      description: 'Column name; null if the error concerns the whole row.',
    }),
    code: t.exposeString('code', {
      description: 'Stable machine-readable code, such as `REQUIRED` or `UNKNOWN_VALUE`.',
    }),
    message: t.exposeString('message', { description: 'How to fix the error.' }),
  }),
});

const ExemptionImportRef = builder.objectRef<ExemptionImport>('ExemptionImport').implement({
  description: 'The report on a file of exemptions.',
  fields: (t) => ({
    status: t.expose('status', {
      type: enumOf(exemptionImportStatus),
      description: 'Whether the rows of the file are valid.',
    }),
    message: t.exposeString('message', { description: importMessage }),
    isDryRun: t.exposeBoolean('isDryRun', { description: 'Whether this was a dry run, which stores nothing.' }),
    rowCount: t.exposeInt('rowCount', {
      description: 'Number of rows read, excluding the header and empty rows.',
    }),
    successCount: t.exposeInt('successCount', { description: 'Number of valid rows.' }),
    notFoundCustomers: t.stringList({
      description: 'Unknown customers in the file, each listed once; at most 1000.',
      resolve: ({ notFoundCustomers }) => [...notFoundCustomers],
    }),
    skippedStates: t.stringList({
      description: 'Unknown states, as written in the file, each listed once; at most 1000.',
      resolve: ({ skippedStates }) => [...skippedStates],
    }),
    errors: t.field({
      type: [ImportIssueRef],
      extensions: { listSize: 200 },
      description: 'The errors in the file; at most 1000.',
      resolve: ({ errors }) => [...errors],
    }),
    unlistedErrorCount: t.exposeInt('errorsLeftOut', { description: 'Number of errors not listed.' }),
    ignoredColumns: t.stringList({
      description: 'Unknown columns of the file. They are ignored.',
      resolve: ({ ignoredColumns }) => [...ignoredColumns],
    }),
  }),
});

const ImportExemptionsInputRef = builder.inputType('ImportExemptionsInput', {
  description: 'A file of exemptions, with import options.',
  fields: (t) => ({
    file: t.field({
      type: 'Upload',
      required: true,
      description:
        'CSV in UTF-8, up to 1 GB, with a header line. `GET /v1/exemption_imports/template` returns a header with every column.',
    }),
    dryRun: t.boolean({ defaultValue: false, description: 'Whether to only check the file without storing anything.' }),
  }),
});

builder.mutationField('importExemptions', (t) =>
  t.field({
    type: ExemptionImportRef,
    errors: errorsOf(),
    extensions: needsScopes('exemptions:write'),
    description:
      'Stores the valid rows of a CSV file, each as `upsertExemptions` would, and reports the invalid rows. Sending the same file again changes nothing.',
    args: { input: t.arg({ type: ImportExemptionsInputRef, required: true, description: 'The file.' }) },
    resolve: async (_root, { input: { file, dryRun } }, ctx) => {
      const imported = await importExemptions(ctx, file.file.content, { dryRun: dryRun ?? false }).catch(aboutInput);
      forgetLists(ctx);
      return imported;
    },
  }),
);

/** The use case reports the REST form field; in GraphQL, the issue is in `file`. */
function aboutInput(error: unknown): never {
  if (!(error instanceof AppError) || error.issues.length === 0) throw error;
  throw invalidInput(error.issues.map((issue) => ({ ...issue, path: ['file'] })));
}
