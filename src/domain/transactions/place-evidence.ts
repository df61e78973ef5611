import { z } from 'zod';
import { countryInput } from '../base/fields.ts';
import { choiceInput, input } from '../base/input.ts';
import { enumeration, field, type RecordOf, record } from '../base/record.ts';
import type { AddressMatcher } from '../places/placeable-address.ts';

/** Points (a) to (f) of article 24f of Implementing Regulation (EU) 282/2011. */
const placeEvidenceKind = enumeration('PlaceEvidenceKind', 'Kind of evidence of a consumer’s location.', {
  BILLING_ADDRESS: 'The billing address of the consumer. The `billingAddress` of the document counts as this evidence.',
  IP_ADDRESS: 'The IP address of the device, or another geolocation.',
  BANK: 'The bank account used for payment, or the billing address held by the bank.',
  SIM_CARD: 'The mobile country code of the SIM card.',
  LANDLINE: 'The fixed landline over which the service is supplied.',
  OTHER: 'Other commercially relevant information.',
});

export const placeEvidence = record('PlaceEvidence', 'Evidence of a consumer’s location, as submitted.', {
  kind: field.choice(placeEvidenceKind, 'Kind of evidence, such as `IP_ADDRESS`.'),
  country: field.country('Country indicated by the evidence.'),
});
export type PlaceEvidence = RecordOf<typeof placeEvidence>;

const most = 10;

export function placeEvidenceInput(matcher: () => Pick<AddressMatcher, 'findCountry'>) {
  const country = countryInput(1).transform((text, ctx) => {
    const code = matcher().findCountry(text);
    if (code !== null) return code;
    const message = `${JSON.stringify(text)} is not a country. Send its ISO 3166-1 code, such as DE.`;
    ctx.addIssue({ code: 'custom', params: { code: 'UNKNOWN_VALUE' }, message });
    return z.NEVER;
  });
  return z
    .array(
      input('PlaceEvidenceInput', 'Evidence of a consumer’s location.', {
        kind: choiceInput(placeEvidenceKind).meta({ description: 'Kind of evidence, such as IP_ADDRESS.' }),
        country: country.meta({ description: 'Country indicated by the evidence, such as DE.' }),
      }),
    )
    .max(most, `A document may have at most ${most} pieces of evidence.`);
}

/** The evidence in a document plus its billing address, with one piece for each kind and country. */
export function shownPlaces(
  { placeEvidence: sent, billingAddress }: Sent,
  { findCountry }: Pick<AddressMatcher, 'findCountry'>,
): readonly PlaceEvidence[] {
  const billed = billingAddress?.country ? findCountry(billingAddress.country) : null;
  const all: readonly PlaceEvidence[] = [
    ...(sent ?? []),
    ...(billed === null ? [] : [{ kind: 'BILLING_ADDRESS' as const, country: billed }]),
  ];
  return [...new Map(all.map((one) => [`${one.kind} ${one.country}`, one])).values()];
}

type Sent = {
  readonly placeEvidence?: readonly PlaceEvidence[] | null | undefined;
  readonly billingAddress: { readonly country: string | null } | null;
};

/** Evidence from third parties. For small sellers, one piece is enough (article 24b). */
export function isFromThirdParty({ kind }: PlaceEvidence): boolean {
  return kind !== 'BILLING_ADDRESS' && kind !== 'OTHER';
}
