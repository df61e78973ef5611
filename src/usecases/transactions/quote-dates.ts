import type { ExternalTimestamps } from '../../domain/base/timestamps.ts';
import { dayIn, timeZoneOf } from '../../domain/places/time-zones.ts';
import type { QuoteInput } from '../../domain/transactions/quote-input.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { Notice } from '../../tax/model/assessment.ts';

type QuoteDates = { readonly externalTimestamps: ExternalTimestamps; readonly notices: readonly Notice[] };

/** The dates of a quote; without any, its tax date, or else today at the place that it ships to. */
export function quoteDates(quote: QuoteInput, reference: ReferenceData, now: Date): QuoteDates {
  const { externalTimestamps, taxDate, shippingAddress } = quote;
  if (externalTimestamps !== null) return { externalTimestamps, notices: [] };
  if (taxDate !== null) return { externalTimestamps: { createdDate: taxDate, updatedDate: taxDate }, notices: [] };
  const { country: named = null, state: inState = null } = shippingAddress ?? {};
  const country = named === null ? 'US' : reference.findCountry(named);
  const state = inState === null ? null : reference.findState(inState);
  const timeZone = timeZoneOf(country, state?.code ?? null);
  const today = dayIn(timeZone, now);
  const message = `No date was sent. The rates of ${today} were used: today in the time zone ${timeZone}.`;
  return {
    externalTimestamps: { createdDate: today, updatedDate: today },
    notices: [{ code: 'DATE_ASSUMED', pointer: '/externalTimestamps', message }],
  };
}
