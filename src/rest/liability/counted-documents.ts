import { z } from 'zod';
import { customerTypes } from '../../domain/base/customer-type.ts';
import { boundedText, customerIdInput } from '../../domain/base/fields.ts';
import { namesOf } from '../../domain/base/record.ts';
import { reportPeriodFields } from '../../domain/base/report-period.ts';
import { countedFields } from '../../domain/liability/counted-documents.ts';
import { exclusionReason } from '../../domain/transactions/exclusion-reason.ts';
import { booleanParameter, commaSeparated, namesIn } from '../http/query.ts';

const descriptionOf = (name: 'byTaxDate' | 'excludedSales') => ({
  description: countedFields.shape[name].meta()?.description ?? '',
});

/** The query parameters for the documents behind a liability row, as in its `transactionsPath`. */
export const countedParameters = {
  ...reportPeriodFields,
  country: namesIn(z.array(boundedText(1, 50)))
    .optional()
    .meta({ description: 'Only documents taxed in one of these countries.' }),
  ...countedFields.shape,
  byTaxDate: booleanParameter(null).meta(descriptionOf('byTaxDate')),
  excludedSales: commaSeparated(namesOf(exclusionReason)).optional().meta(descriptionOf('excludedSales')),
  customerId: customerIdInput.optional().meta({ description: 'Only documents for this customer.' }),
  customerType: commaSeparated(customerTypes).optional().meta({
    description: 'Only documents whose customer had one of these types at calculation time.',
  }),
};
