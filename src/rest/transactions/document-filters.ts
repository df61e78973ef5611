import { currencyInput } from '../../domain/base/currency-input.ts';
import { boundedText, serviceIdInput, sourceInput } from '../../domain/base/fields.ts';
import {
  transactionFilingStatuses,
  transactionStatuses,
  transactionTypes,
} from '../../domain/transactions/transaction-enums.ts';
import { periodOf } from '../http/dated-query.ts';
import { dayParameter, placeParameters, updatedSinceParameter } from '../http/list-filters.ts';
import { booleanParameter, commaSeparated } from '../http/query.ts';

/** The query parameters that select documents. */
export const documentFilterParameters = {
  customerId: serviceIdInput.optional().meta({ description: 'serviceId of the customer.' }),
  source: sourceInput.optional().meta({ description: 'Source of the documents.' }),
  transactionType: commaSeparated(transactionTypes)
    .optional()
    .meta({ description: `Type of the documents, one or several: ${transactionTypes.join(', ')}.` }),
  transactionStatus: commaSeparated(transactionStatuses)
    .optional()
    .meta({ description: `Status of the documents, one or several: ${transactionStatuses.join(', ')}.` }),
  transactionFilingStatus: commaSeparated(transactionFilingStatuses)
    .optional()
    .meta({ description: `Filing status, one or several: ${transactionFilingStatuses.join(', ')}.` }),
  country: placeParameters.country.meta({
    description: `${placeParameters.country.description} That of the document: its items may be taxed elsewhere.`,
  }),
  state: placeParameters.state.meta({
    description: `${placeParameters.state.description} That of the document: its items may be taxed elsewhere.`,
  }),
  createdFrom: boundedText(1, 256)
    .optional()
    .meta({ description: 'External id of the document that the documents were created from.' }),
  isOverridden: booleanParameter(null).meta({
    description:
      'true: only documents with a manual rate or an exemptionOverride, whose computedTaxAmount is the tax without them; false: only the others.',
  }),
  updatedSince: updatedSinceParameter,
  period: periodOf('the tax dates'),
  from: dayParameter.optional().meta({
    description: 'First tax date, such as 2026-07-01.',
  }),
  to: dayParameter.optional().meta({
    description: 'Last tax date, such as 2026-07-31.',
  }),
  subsidiary: boundedText(1, 256).optional().meta({ description: 'Subsidiary of the documents.' }),
  externalIdPrefix: boundedText(1, 256).optional().meta({
    description: 'How the external ids of the documents begin, in small or capital letters, such as INV-2026.',
  }),
  currency: currencyInput.optional().meta({ description: 'Currency of the documents, such as USD.' }),
};
