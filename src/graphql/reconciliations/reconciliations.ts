import { z } from 'zod';
import { invalidField } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { withoutNulls } from '../../domain/base/plain-object.ts';
import { reconciledRow, reconciliation } from '../../domain/reconciliations/reconciliation.ts';
import { reconciliationOptions } from '../../domain/reconciliations/reconciliation-options.ts';
import { reconcileDocuments } from '../../usecases/reconciliations/reconcile-documents.ts';
import type { ReconciliationResult, WorstRow } from '../../usecases/reconciliations/reconciled-rows.ts';
import { builder } from '../base/builder.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { recordFields } from '../base/record-type.ts';
import { charge } from '../execution/actual-cost.ts';
import { inTurn } from '../execution/in-turn.ts';
import { costOfQuotedItem, QuoteRef, shownQuote, workOfQuote } from '../transactions/quote.ts';

const ReconciledRowRef = builder.objectRef<WorstRow['row'] & Omit<WorstRow, 'row'>>(reconciledRow.name).implement({
  description: reconciledRow.description,
  fields: (t) => ({
    ...recordFields(t, reconciledRow),
    quote: t.field({
      type: QuoteRef,
      nullable: true,
      description: 'Our calculation of the document; null if it is missing here.',
      resolve: async ({ itemCount, quote }, _args, ctx) => {
        charge(ctx, costOfQuotedItem * itemCount);
        const calculated = await inTurn(ctx, quote);
        return calculated && shownQuote(calculated, ctx);
      },
    }),
  }),
});

const ReconciliationRef = builder
  .objectRef<ReconciliationResult['summary'] & Pick<ReconciliationResult, 'worst'>>(reconciliation.name)
  .implement({
    description: reconciliation.description,
    fields: (t) => ({
      ...recordFields(t, reconciliation),
      worst: t.field({
        type: [ReconciledRowRef],
        extensions: { listSize: 50 },
        description: 'The largest differences, in descending order.',
        resolve: ({ worst }) => worst.map(({ row, ...calculation }) => ({ ...row, ...calculation })),
      }),
    }),
  });

const NamedColumnInputRef = builder.inputType('NamedColumnInput', {
  description: 'A file header and the column it maps to.',
  fields: (t) => ({
    column: t.string({ required: true, description: 'Column name in our format, such as `taxAmount`.' }),
    header: t.string({ required: true, description: 'Header in the file, such as `Tax`.' }),
  }),
});

const NamedTaxCodeInputRef = builder.inputType('NamedTaxCodeInput', {
  description: 'A tax code in the file and its equivalent here.',
  fields: (t) => ({
    theirs: t.string({ required: true, description: 'Tax code in the file, such as `PC040100`.' }),
    taxCode: t.string({ required: true, description: 'Our tax code, such as `C1S2`.' }),
  }),
});

const ReconcileDocumentsInputRef = inputOf(reconciliationOptions, {
  types: { columns: [NamedColumnInputRef], taxCodes: [NamedTaxCodeInputRef] },
  fields: (t) => ({
    file: t.field({
      type: 'Upload',
      description: 'CSV in UTF-8 with a header line, or JSON Lines, up to 1 GB. Send either file or text.',
    }),
    text: t.string({ description: 'Content of a short file, instead of an upload.' }),
  }),
});

const { textCharacters } = gatewayLimits.reconciliation;
const textInput = z.string().max(textCharacters, `May have at most ${textCharacters} characters; send a file instead.`);

builder.mutationField('reconcileDocuments', (t) =>
  t.field({
    type: ReconciliationRef,
    errors: errorsOf(),
    extensions: { ...needsScopes('tax:read'), work: workOfQuote },
    description:
      'Compares the tax in a file with our calculation or, if the token has `transactions:read`, with the stored documents. Each difference comes with the first cause that explains it. Nothing is stored. `POST /v1/reconciliations` streams all rows.',
    args: {
      input: t.arg({
        type: ReconcileDocumentsInputRef,
        required: true,
        description: 'The file and the options.',
      }),
    },
    resolve: async (_root, { input }, ctx) => {
      const { file, text, columns, taxCodes, ...sent } = input;
      if (Boolean(file) === (typeof text === 'string'))
        throw invalidField(['file'], 'REQUIRED', 'Send either file or text.');
      const content = file ? file.file.content : asFile(parseInput(z.object({ text: textInput }), { text }).text);
      const options = parseInput(reconciliationOptions, {
        ...(withoutNulls(sent) as object),
        columns: Object.fromEntries((columns ?? []).map(({ column, header }) => [column, header])),
        taxCodes: Object.fromEntries((taxCodes ?? []).map(({ theirs, taxCode }) => [theirs, taxCode])),
      });
      charge(ctx, options.worstCount * workOfQuote);
      const parts = reconcileDocuments(ctx, content, options);
      for (;;) {
        const next = await parts.next();
        if (next.done) return { ...next.value.summary, worst: next.value.worst };
      }
    },
  }),
);

async function* asFile(text: string): AsyncGenerator<Uint8Array, void, void> {
  yield Buffer.from(text);
}
