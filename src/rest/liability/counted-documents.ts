import { z } from 'zod';
import { amountInput } from '../../domain/base/amount.ts';
import { boundedText, serviceIdInput, sourceInput } from '../../domain/base/fields.ts';
import { choiceInput } from '../../domain/base/input.ts';
import { reportPeriodFields } from '../../domain/base/report-period.ts';
import { customerTypes } from '../../domain/customers/customer.ts';
import { countedGrounds } from '../../domain/liability/counted-documents.ts';
import { transactionType } from '../../domain/transactions/transaction-enums.ts';
import { taxReasons } from '../../tax/model/reasons.ts';
import { commaSeparated, namesIn } from '../http/query.ts';

const label = (words: string) =>
  boundedText(1, 256)
    .optional()
    .meta({ description: `Only documents of rows with this ${words}.` });

/** The labels of a row of liability, as its `transactionsPath` has them. */
export const countedParameters = {
  ...reportPeriodFields,
  country: namesIn(z.array(boundedText(1, 50)))
    .optional()
    .meta({ description: 'Only documents taxed in this country, or in one of several.' }),
  state: z.string().max(100).optional().meta({
    description: 'Only documents taxed in this US state or region, by code or name; empty for those of no state.',
  }),
  jurisdictionId: label('id of a jurisdiction'),
  taxCode: label('tax code'),
  reason: z.enum(taxReasons).optional().meta({ description: 'Only documents of rows with this reason.' }),
  rate: amountInput.optional().meta({ description: 'Only documents of rows with this rate.', type: 'number' }),
  exemptionReason: z.enum(countedGrounds).optional().meta({
    description: 'Only documents of rows with this reason on the certificate; `NONE` for those without one.',
  }),
  transactionType: choiceInput(transactionType).optional().meta({ description: 'Only documents of this type.' }),
  currency: label('currency'),
  subsidiary: z
    .string()
    .max(256)
    .optional()
    .meta({ description: 'Only documents of this subsidiary; empty for those without one.' }),
  source: sourceInput.optional().meta({ description: 'Only documents of this store or channel.' }),
  customerId: serviceIdInput.optional().meta({ description: 'Only documents of this customer.' }),
  customerType: commaSeparated(customerTypes).optional().meta({
    description: 'Only documents whose customer had one of these types when they were calculated.',
  }),
};
