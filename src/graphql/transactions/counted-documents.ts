import type { InputRef } from '@pothos/core';
import { askedPeriod } from '../../domain/base/report-period.ts';
import { countedFields, readCounted } from '../../domain/liability/counted-documents.ts';
import type { CountedDocuments } from '../../domain/transactions/transaction-list.ts';
import { checked, nullsAsAbsent } from '../base/checked-input.ts';
import type { GraphqlContext } from '../base/context.ts';
import { inputOf } from '../base/input-of.ts';
import { checkedPeriod } from '../base/shared-inputs.ts';

const CountedDocumentsInputRef = inputOf(countedFields, {
  fields: (t) => ({
    period: t.field({ ...checkedPeriod, required: true, description: 'Reporting period of the documents.' }),
    country: t.field({ type: 'CountryCode', description: 'Only documents taxed in this country.' }),
    countries: t.field({
      type: ['CountryCode'],
      description:
        'Only documents taxed in one of these countries. With `EU`, only documents that count toward the threshold of the EU; send it with the other member states, as in `countries` of `NexusPeriod`.',
    }),
  }),
});

/** The labels of a liability row, as in REST `transactionsPath`. */
export const checkedCounted = checked(CountedDocumentsInputRef, nullsAsAbsent(countedFields));
type SentCounted = (typeof checkedCounted)['type'] extends InputRef<infer Sent> ? Sent : never;

/** Reads the counted documents to select. Throws `INVALID_INPUT` with all issues. */
export function countedFrom(
  { reference }: Pick<GraphqlContext, 'reference'>,
  { period, country, countries, parsed }: SentCounted,
): CountedDocuments {
  return readCounted(reference, {
    ...askedPeriod(period.parsed),
    ...parsed,
    country: countries?.filter((one) => country == null || one === country) ?? (country == null ? null : [country]),
  });
}
