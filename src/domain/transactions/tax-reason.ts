import { type TaxReason, taxReasonFacts, taxReasons } from '../../tax/model/reasons.ts';
import { enumeration } from '../base/record.ts';

export const taxReason = enumeration(
  'TaxReason',
  'Reason for the tax on a document or line, or for the tax of one jurisdiction on a line.',
  Object.fromEntries(taxReasons.map((reason) => [reason, taxReasonFacts[reason].description])) as Record<
    TaxReason,
    string
  >,
);
