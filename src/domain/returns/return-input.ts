import { amountInput } from '../base/amount.ts';
import { currencyInput } from '../base/currency.ts';
import { type Issue, invalidInput } from '../base/errors.ts';
import { absentAsNull, boundedText, reasonInput } from '../base/fields.ts';
import { strictInput } from '../base/input.ts';
import { readPeriodText } from '../base/report-period.ts';
import type { RegistrationScheme } from '../nexus/nexus-record.ts';
import { isShopScheme } from '../nexus/one-stop-shop.ts';
import { readPlaceCode, readPlaceFilter } from '../places/place-filter.ts';
import type { AddressMatcher } from '../places/placeable-address.ts';
import { filingPeriodOf } from './filing-calendar.ts';
import { shopCalendar } from './one-stop-shop/shop-calendar.ts';
import { paymentFields } from './payment/payment-input.ts';
import type { TaxReturnKey } from './return-record.ts';

export const taxReturnKeyFields = {
  country: boundedText(1, 50).meta({ description: 'Country in which the return is filed.' }),
  state: absentAsNull(boundedText(1, 100)).meta({
    description:
      'US state or region, by code or name. Required in the US. Default elsewhere: the whole country, except the taxes levied by CA-BC, CA-MB, CA-QC, CA-SK and ES-CN, which have separate returns.',
  }),
};

/** The details of a filing that a client sends. */
export const filingDetailsInput = strictInput('FileTaxReturnInput', 'The return to file, with details of the filing.', {
  referenceNumber: absentAsNull(boundedText(1, 100)).meta({
    description: 'Reference number assigned by the authority, such as a confirmation number.',
  }),
  amountPaid: absentAsNull(amountInput).meta({
    description: 'Amount paid for this filing, with at most the decimal places of its currency; negative for a credit.',
  }),
  paidCurrency: absentAsNull(currencyInput).meta({
    description:
      'ISO 4217 currency of `amountPaid`; refused without it. Default: the currency of the country; for a one-stop-shop return, EUR.',
  }),
  ...paymentFields,
});

export const reopeningInput = strictInput('ReopenTaxReturnInput', 'The return to reopen, and the reason.', {
  reason: reasonInput.meta({
    description:
      'Reason for reopening, in 1 to 256 characters. It is stored with the return and each of its documents.',
    minLength: 1,
  }),
});

/** A place by a code such as `US-MN`, or by its country and state. */
type AskedPlace = { readonly place: string } | { readonly country: string; readonly state: string | null };

/** The key of a return as submitted; `path` is its path in the input, for issues. */
type AskedTaxReturnKey = AskedPlace & {
  readonly scheme: RegistrationScheme;
  /** A period such as `2026-09`, or a range of days such as `2026-09-05..2026-09-30`. */
  readonly period: string;
  readonly path?: readonly string[];
};

/** A return as identified in a request: by the id assigned when it was first filed, or by its key. */
export type AskedTaxReturn = { readonly serviceId: string } | { readonly key: AskedTaxReturnKey };

type KeyFacts = AddressMatcher & { countryFacts(country: string): { readonly isInEu: boolean } | null };

/** Throws `INVALID_INPUT` with all issues. A US return is for one state. */
export function readTaxReturnKey(matcher: KeyFacts, asked: AskedTaxReturnKey): TaxReturnKey {
  const { scheme, path = [] } = asked;
  const isByCode = 'place' in asked;
  const { place, issues: placeIssues } = isByCode
    ? readPlaceCode(matcher, asked.place)
    : readPlaceFilter(matcher, asked);
  const period = readPeriodText(asked.period);
  const issues: Issue[] = [...placeIssues];
  if (place.country === 'US' && place.state === undefined) {
    const message = 'In the US, a return is for one state, such as US-MN.';
    issues.push({ path: [isByCode ? 'place' : 'state'], code: 'REQUIRED', message });
  }
  if (period === null) {
    const message = 'The period must have a format such as 2026-07, 2026-Q3, 2026-H2, 2026 or 2026-07-05..2026-07-31.';
    issues.push({ path: ['period'], code: 'INVALID_FORMAT', message });
  }
  if (isShopScheme(scheme)) {
    const isInEu = place.country !== undefined && matcher.countryFacts(place.country)?.isInEu === true;
    if (place.country !== undefined && (!isInEu || place.state !== undefined)) {
      const message = `A return under the scheme ${scheme} is filed in an EU member state, such as DE.`;
      issues.push({ path: [isByCode ? 'place' : 'country'], code: 'INVALID_VALUE', message });
    }
    const { frequency } = shopCalendar[scheme];
    const whole = period && filingPeriodOf(frequency, period.from);
    if (period && (whole?.from !== period.from || whole.to !== period.to)) {
      const message = `A return under the scheme ${scheme} is for a ${frequency === 'MONTHLY' ? 'month, such as 2026-07' : 'quarter, such as 2026-Q3'}.`;
      issues.push({ path: ['period'], code: 'INVALID_VALUE', message });
    }
  }
  if (issues.length > 0 || period === null) {
    throw invalidInput(issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
  }
  const { country = '', state = null } = place;
  return { country, state, scheme, from: period.from, to: period.to };
}

/**
 * The error codes for changes, in REST and GraphQL. If a return is identified by its id, `NOT_FOUND` is also possible.
 */
export const returnProblems = {
  file: ['COUNTRY_NOT_COVERED', 'RETURN_FILED', 'RETURN_OVERLAPS', 'CONFLICT', 'FIGURES_CHANGED', 'STILL_COUNTING'],
  reopen: ['COUNTRY_NOT_COVERED', 'NOT_FOUND', 'CONFLICT', 'FIGURES_CHANGED'],
} as const;
