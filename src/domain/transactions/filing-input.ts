import { z } from 'zod';
import { absentAsNull, boundedText, countryInput, reasonInput, serviceIdInput } from '../base/fields.ts';
import { namedInput, strictInput } from '../base/input.ts';
import { gatewayLimits } from '../base/limits.ts';
import { dayInput } from '../base/report-period.ts';

const { serviceIds: mostNamed } = gatewayLimits.filing;

/**
 * The documents to mark as filed. Unknown members are refused, because a misspelled `serviceIds` would file a whole
 * period.
 */
export const filingInput = strictInput('MarkTransactionsFiledInput', 'The documents covered by a return.', {
  country: countryInput(1).meta({
    description:
      'Country in which the documents are taxed, by ISO 3166-1 code, such as US, or in REST by English name. Only the address of the document is considered, not the addresses of its items.',
  }),
  state: absentAsNull(boundedText(1, 100)).meta({
    description: 'US state or region, by code or name. Required in the US. Default elsewhere: the whole country.',
  }),
  from: dayInput.meta({
    description:
      'First day of the period, such as 2026-07-01. A document belongs to the period of its tax date or, if it is late, to its reporting period.',
  }),
  to: dayInput.meta({ description: 'Last day of the period, such as 2026-07-31.' }),
  serviceIds: absentAsNull(z.array(serviceIdInput)).meta({
    description: `Limits the return to these documents, at most ${mostNamed}. Ids outside the place and period are ignored. Default: all documents.`,
  }),
  dryRun: absentAsNull(z.boolean()).meta({
    description: 'Whether to return the planned changes without making them. Default: false.',
  }),
});

export const reopenInput = namedInput(
  'ReopenTransactionsInput',
  'The documents covered by a return, and the reason for reopening them.',
  filingInput.extend({
    reason: reasonInput.meta({
      description:
        'Reason for reopening, in 1 to 256 characters. It is stored with each document as `reopeningReason`.',
      minLength: 1,
    }),
  }),
);
