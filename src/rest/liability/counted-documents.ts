import { z } from 'zod';
import { customerTypes } from '../../domain/base/customer-type.ts';
import { boundedText, serviceIdInput } from '../../domain/base/fields.ts';
import { reportPeriodFields } from '../../domain/base/report-period.ts';
import { countedFields } from '../../domain/liability/counted-documents.ts';
import { commaSeparated, namesIn } from '../http/query.ts';

/** The labels of a row of liability, as its `transactionsPath` has them. */
export const countedParameters = {
  ...reportPeriodFields,
  country: namesIn(z.array(boundedText(1, 50)))
    .optional()
    .meta({ description: 'Only documents taxed in this country, or in one of several.' }),
  ...countedFields.shape,
  customerId: serviceIdInput.optional().meta({ description: 'Only documents of this customer.' }),
  customerType: commaSeparated(customerTypes).optional().meta({
    description: 'Only documents whose customer had one of these types when they were calculated.',
  }),
};
