import { z } from 'zod';
import { amountInput } from '../base/amount.ts';
import { currencyInput } from '../base/currency-input.ts';
import { type Issue, invalidInput } from '../base/errors.ts';
import { absentAsNull, boundedText, reasonInput } from '../base/fields.ts';
import { type AskedPeriod, readReportPeriod, reportPeriodFields } from '../base/report-period.ts';
import { readPlaceFilter } from '../places/place-filter.ts';
import type { AddressMatcher } from '../places/placeable-address.ts';
import type { ReturnName } from './return-record.ts';

/** What identifies a return, as sent; names are looked up in the rate book in force. */
export const returnNameFields = {
  country: boundedText(1, 50).meta({ description: 'Country that the return is filed in, by code or name.' }),
  state: absentAsNull(boundedText(1, 100)).meta({
    description:
      'US state or region, by code or name. Required in the US. Default elsewhere: the whole country, except the taxes that CA-BC, CA-MB, CA-QC, CA-SK and ES-CN levy themselves: each of those has returns of its own tax alone.',
  }),
  ...reportPeriodFields,
};

export const returnNameInput = z.strictObject(returnNameFields);

export const fileReturnInput = z.strictObject({
  ...returnNameFields,
  referenceNumber: absentAsNull(boundedText(1, 100)).meta({
    description: 'What the authority calls the filing, such as a confirmation number.',
  }),
  amountPaid: absentAsNull(amountInput).meta({ description: 'What was paid for this filing; negative for a credit.' }),
  paidCurrency: absentAsNull(currencyInput).meta({
    description: 'ISO 4217 currency of `amountPaid`. Default: the default currency of the account.',
  }),
});

export const reopenReturnInput = z.strictObject({
  ...returnNameFields,
  reason: reasonInput.meta({
    description: 'Reason for reopening, in 1 to 256 characters; stored with the return and each of its documents.',
    minLength: 1,
  }),
});

export type AskedReturn = AskedPeriod & { readonly country: string; readonly state: string | null };

/** Throws `INVALID_INPUT` with all issues. In the US a return is for one state. */
export function readReturnName(matcher: AddressMatcher, asked: AskedReturn): ReturnName {
  const { place, issues: placeIssues } = readPlaceFilter(matcher, asked);
  const { period, issues: periodIssues } = readReportPeriod(asked);
  const issues: Issue[] = [...placeIssues, ...periodIssues];
  if (place.country === 'US' && place.state === undefined) {
    const message = 'state is required for the US: a return is for one state.';
    issues.push({ path: ['state'], code: 'REQUIRED', message });
  }
  if (issues.length > 0 || period === null) throw invalidInput(issues);
  return { ...period, country: place.country ?? asked.country, state: place.state ?? null };
}

/** The description of the list of due returns, for both doors. */
export const dueReturns =
  'Returns due and not yet filed, by due day, overdue ones first; if a part of a period was filed alone, the rest of it. Those of the one-stop shop are not included: they report sales in other countries.';

export const dueDays = {
  since: 'First due day. Default: a year before `by`; at most five years before it.',
  by: 'Last due day. Default: a month from today.',
} as const;
