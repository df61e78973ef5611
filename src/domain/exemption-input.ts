import { z } from 'zod';
import type { AddressMatcher } from './address.ts';
import { fractionInput } from './amount.ts';
import { exemptionStatuses, exemptionTypes } from './exemption.ts';
import { addFault, orNull, serviceIdInput, text, timestampInput, withoutNulls } from './input.ts';
import { parseTimestamp } from './timestamps.ts';

const mostStates = 100;

const stateInput = z.object({
  abbreviation: orNull(text(0, 20)),
  code: orNull(text(0, 20)),
  name: orNull(text(0, 100)),
});

/** `ACTIVE` may stand in `exemptionStatus`, or as the code or name of `status`. */
const statusInput = z.object({ code: orNull(text(0, 50)), name: orNull(text(0, 50)) });

function exemptionFields(matcher: () => AddressMatcher) {
  const fields = z.object({
    exemption: z
      .object({
        customerId: serviceIdInput,
        country: text(0, 50).default('US'),
        state: orNull(stateInput),
        classification: orNull(z.object({ code: orNull(text(0, 100)), description: orNull(text(0, 1000)) })),
        validationDates: orNull(z.object({ fromDate: orNull(timestampInput), toDate: orNull(timestampInput) })),
        status: orNull(statusInput),
        certificate: orNull(
          z.object({ certificateId: orNull(text(0, 256)), url: orNull(text(0, 2048)), name: orNull(text(0, 256)) }),
        ),
        exemptionType: z.enum(exemptionTypes).default('FULLY'),
        exemptionStatus: orNull(z.enum(exemptionStatuses)),
        exemptPercentage: orNull(fractionInput),
        reducedRate: orNull(fractionInput),
        taxCodes: z.array(text(1, 256)).max(1000).default([]),
      })
      .superRefine((exemption, ctx) => {
        const { exemptionType, exemptPercentage, reducedRate, validationDates, status, exemptionStatus } = exemption;
        if (exemptionType === 'PARTIALLY' && exemptPercentage === null && reducedRate === null) {
          const message = 'A PARTIALLY exemption needs exemptPercentage (a fraction of one) or reducedRate.';
          addFault(ctx, { path: ['exemptPercentage'], code: 'REQUIRED', message });
        }
        const from = dayOf(validationDates?.fromDate ?? null);
        const to = dayOf(validationDates?.toDate ?? null);
        if (from !== null && to !== null && to < from) {
          const message = 'toDate must not be before fromDate.';
          addFault(ctx, { path: ['validationDates', 'toDate'], code: 'OUT_OF_RANGE', message });
        }
        if (exemptionStatus === null && status !== null && statusNamed(status) === undefined) {
          const message = `Must be one of ${exemptionStatuses.join(', ')}.`;
          addFault(ctx, { path: ['status'], code: 'UNKNOWN_VALUE', message });
        }
      }),
    states: z.array(stateInput).max(mostStates),
  });
  return fields.transform((input, ctx) => {
    const { exemption } = input;
    const country = matcher().findCountry(exemption.country);
    if (country === null) {
      const message = `${JSON.stringify(exemption.country)} is no country that the rate book knows.`;
      addFault(ctx, { path: ['exemption', 'country'], code: 'UNKNOWN_VALUE', message });
    }
    const entries =
      input.states.length > 0 ? input.states : exemption.state && hasText(exemption.state) ? [exemption.state] : [];
    const states = entries.flatMap((entry, index) => {
      const path = input.states.length > 0 ? ['states', index] : ['exemption', 'state'];
      const state = country === null ? null : findState(matcher(), country, entry);
      if (state !== null) return [state];
      if (country !== null) {
        const message = 'No state is known by this abbreviation, code or name.';
        addFault(ctx, { path, code: 'UNKNOWN_VALUE', message });
      }
      return [];
    });
    return {
      ...exemption,
      country: country ?? '',
      exemptionStatus: exemption.exemptionStatus ?? statusNamed(exemption.status) ?? 'ACTIVE',
      fromOn: dayOf(exemption.validationDates?.fromDate ?? null),
      toOn: dayOf(exemption.validationDates?.toDate ?? null),
      /** State codes; none: the whole country. */
      states,
    };
  });
}

/** An exemption as POST takes it, with the states it is stored for. */
export function exemptionInput(matcher: () => AddressMatcher) {
  return z.preprocess(withoutNulls, exemptionFields(matcher));
}
export type ExemptionInput = z.output<ReturnType<typeof exemptionInput>>;

type StateEntry = z.output<typeof stateInput>;
type State = { readonly code: string; readonly name: string | null };

const texts = (entry: StateEntry): string[] =>
  [entry.abbreviation, entry.code, entry.name].filter((value) => value !== null && value.trim() !== '') as string[];

const hasText = (entry: StateEntry): boolean => texts(entry).length > 0;

/** A US state by whatever names it, elsewhere a province or region. */
function findState(matcher: AddressMatcher, country: string, entry: StateEntry): State | null {
  for (const given of texts(entry)) {
    const state = country === 'US' ? matcher.findState(given) : findRegion(matcher, country, given);
    if (state) return { code: state.code, name: state.name };
  }
  return null;
}

function findRegion(matcher: AddressMatcher, country: string, region: string): State | null {
  const nowhere = { county: null, city: null, street: null, zip: null, isPartial: true };
  const match = matcher.matchAddress({ ...nowhere, country, state: null, region });
  if (match.kind !== 'matched' || match.place.subdivision === null) return null;
  return { code: match.place.subdivision, name: match.place.matchedAddress.state };
}

function statusNamed(status: z.output<typeof statusInput> | null) {
  const names = [status?.code, status?.name].map((name) => name?.toUpperCase());
  return exemptionStatuses.find((known) => names.includes(known));
}

function dayOf(text: string | null): string | null {
  return text === null ? null : (parseTimestamp(text)?.on ?? null);
}
