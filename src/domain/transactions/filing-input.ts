import { z } from 'zod';
import { absentAsNull, boundedText, countryInput, reasonInput, serviceIdInput } from '../base/fields.ts';
import { namedInput, strictInput } from '../base/input.ts';
import { gatewayLimits } from '../base/limits.ts';
import { dayInput } from '../base/report-period.ts';

const { serviceIds: mostNamed } = gatewayLimits.filing;

/** Which documents to mark as filed. Unknown members are refused: a misspelt `serviceIds` would file a whole period. */
export const filingInput = strictInput('MarkTransactionsFiledInput', 'The documents that a return covers.', {
  country: countryInput(1).meta({
    description:
      'Country in which the documents are taxed, by ISO 3166-1 code, such as US, or in REST by English name. Their own addresses decide, not those of their items.',
  }),
  state: absentAsNull(boundedText(1, 100)).meta({
    description: 'US state or region, by code or name. Required in the US. Default elsewhere: the whole country.',
  }),
  from: dayInput.meta({
    description:
      'First day, such as 2026-07-01: of the tax dates, or of the period that reports documents that came late.',
  }),
  to: dayInput.meta({ description: 'Last day, such as 2026-07-31.' }),
  serviceIds: absentAsNull(z.array(serviceIdInput)).meta({
    description: `Limits the return to these documents, at most ${mostNamed}. Ids outside the place and period are ignored. Default: all documents.`,
  }),
  dryRun: absentAsNull(z.boolean()).meta({
    description: 'Whether to return what would be changed without changing it. Default: false.',
  }),
});

/** Which filed documents to reopen, and why. */
export const reopenInput = namedInput(
  'ReopenTransactionsInput',
  'The documents that a return covered, and why they are reopened.',
  filingInput.extend({
    reason: reasonInput.meta({
      description: 'Reason for reopening, in 1 to 256 characters; stored with each document as `reopeningReason`.',
      minLength: 1,
    }),
  }),
);
