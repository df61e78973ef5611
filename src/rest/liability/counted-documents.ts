import { z } from 'zod';
import { customerTypes } from '../../domain/base/customer-type.ts';
import { boundedText, customerIdInput } from '../../domain/base/fields.ts';
import { reportPeriodFields } from '../../domain/base/report-period.ts';
import { countedFields } from '../../domain/liability/counted-documents.ts';
import { commaSeparated, namesIn } from '../http/query.ts';

/** The query parameters for the documents behind a liability row, as in its `transactionsPath`. */
export const countedParameters = {
  ...reportPeriodFields,
  country: namesIn(z.array(boundedText(1, 50)))
    .optional()
    .meta({ description: 'Only documents taxed in one of these countries.' }),
  ...countedFields.shape,
  customerId: customerIdInput.optional().meta({ description: 'Only documents for this customer.' }),
  customerType: commaSeparated(customerTypes).optional().meta({
    description: 'Only documents whose customer had one of these types at calculation time.',
  }),
};
