import { z } from 'zod';
import { reportPeriodFields } from '../../domain/base/report-period.ts';
import { liabilityRow } from '../../domain/liability/liability-record.ts';
import { builder } from '../base/builder.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { CustomerTypeEnum, TaxReasonEnum, TransactionTypeEnum } from '../base/enums.ts';

const labels = liabilityRow.fields;
const period = descriptionsOf(z.object(reportPeriodFields));
const only = (label: string) => `Only documents of this row: ${label}`;

/** The argument of `transactions` that selects the documents behind a row of liability. */
export const CountedDocumentsRef = builder.inputType('CountedDocuments', {
  description:
    'The documents that a row of liability counts: not cancelled, no estimates and no orders. Send the period of the report and the labels of the row.',
  fields: (t) => ({
    from: t.field({ type: 'Date', description: period.from }),
    to: t.field({ type: 'Date', description: period.to }),
    month: t.string({ description: period.month }),
    quarter: t.string({ description: period.quarter }),
    country: t.field({ type: 'CountryCode', description: only(labels.country.description) }),
    state: t.string({ description: only(labels.state.description) }),
    jurisdiction: t.string({ description: only('the id of the jurisdiction.') }),
    taxCode: t.string({ description: only(labels.taxCode.description) }),
    reason: t.field({ type: TaxReasonEnum, description: only(labels.reason.description) }),
    transactionType: t.field({ type: TransactionTypeEnum, description: only(labels.transactionType.description) }),
    currency: t.field({ type: 'CurrencyCode', description: only('the currency.') }),
    subsidiary: t.string({ description: only(labels.subsidiary.description) }),
    customerTypes: t.field({
      type: [CustomerTypeEnum],
      description: 'Only documents whose customer had one of these types when they were calculated.',
    }),
    countries: t.field({
      type: ['CountryCode'],
      description: 'Only documents taxed in one of these countries, as in the totals of the EU.',
    }),
  }),
});
