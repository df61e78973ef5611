import { z } from 'zod';
import { boundedText, sourceInput } from '../../domain/base/fields.ts';
import { askedPeriod } from '../../domain/base/report-period.ts';
import { readCounted } from '../../domain/liability/counted-documents.ts';
import { taxReason } from '../../domain/transactions/tax-reason.ts';
import { transactionType } from '../../domain/transactions/transaction-enums.ts';
import type { CountedDocuments } from '../../domain/transactions/transaction-list.ts';
import { builder } from '../base/builder.ts';
import type { GraphqlContext } from '../base/context.ts';
import { checkedPeriod } from '../base/period.ts';
import { enumOf } from '../base/record-type.ts';

const label = boundedText(1, 256);

/** The labels of a row of liability, as REST has them in `transactionsPath`. */
export const CountedDocumentsInputRef = builder.inputType('CountedDocumentsInput', {
  description:
    'The documents that a row of liability counts: invoices and refunds in force that one period reports, with a line that has all of these labels.',
  fields: (t) => ({
    period: t.field({ ...checkedPeriod, required: true, description: 'The period that reports the documents.' }),
    country: t.field({ type: 'CountryCode', description: 'Only documents taxed in this country.' }),
    countries: t.field({ type: ['CountryCode'], description: 'Only documents taxed in one of these countries.' }),
    state: t.string({
      description: 'Only documents taxed in this US state or region, by code or name; empty for those of no state.',
      validate: { schema: z.string().max(100) },
    }),
    jurisdictionId: t.string({
      description: 'Only documents of rows with this id of a jurisdiction.',
      validate: { schema: label },
    }),
    taxCode: t.string({ description: 'Only documents of rows with this tax code.', validate: { schema: label } }),
    reason: t.field({ type: enumOf(taxReason), description: 'Only documents of rows with this reason.' }),
    rate: t.field({ type: 'Decimal', description: 'Only documents of rows with this rate.' }),
    transactionType: t.field({ type: enumOf(transactionType), description: 'Only documents of this type.' }),
    currency: t.field({ type: 'CurrencyCode', description: 'Only documents of rows in this currency.' }),
    subsidiary: t.string({
      description: 'Only documents of this subsidiary; empty for those without one.',
      validate: { schema: z.string().max(256) },
    }),
    source: t.string({ description: 'Only documents of this store or channel.', validate: { schema: sourceInput } }),
  }),
});

/** Throws `INVALID_INPUT` with all issues. */
export function countedFrom(
  ctx: Pick<GraphqlContext, 'reference'>,
  { period, country, countries, ...labels }: typeof CountedDocumentsInputRef.$inferInput,
): CountedDocuments {
  return readCounted(ctx.reference, {
    ...askedPeriod(period.parsed),
    ...labels,
    country: countries?.filter((one) => country == null || one === country) ?? (country == null ? null : [country]),
  });
}
