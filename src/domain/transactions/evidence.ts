import { customerType } from '../base/customer-type.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import type { BuyerExemption } from '../customers/buyer.ts';
import { classification, exemptionType } from '../exemptions/exemption.ts';
import { exemptionReason } from '../exemptions/exemption-reason.ts';
import { placeField, stateField } from '../places/place-fields.ts';
import type { SnapshotEvidence, TransactionSnapshot } from './transaction-snapshot.ts';

export const documentBuyer = record(
  'DocumentBuyer',
  'The buyer at the time of the calculation. Later changes to the customer do not affect it.',
  {
    name: field.optional(field.text('Name of the buyer.'), 'if the buyer had no name'),
    customerType: field.choice(customerType, 'Customer type used to calculate the tax.'),
    taxNumber: field.optional(
      field.text('VAT or other tax number of the buyer.', { examples: ['DE136695976'] }),
      'if the buyer had no number',
    ),
  },
);
type DocumentBuyer = RecordOf<typeof documentBuyer>;

const otherwise = 'if the certificate provided a different kind of relief';

export const appliedCertificate = record(
  'AppliedCertificate',
  'A certificate that reduced the tax on a line of a document, as it was at the time of the calculation. Later changes to the exemption do not affect it.',
  {
    exemptionId: field.optional(
      field.uuid('`serviceId` of the exemption, as in the tax lines.'),
      'if the request declared the state as exempt',
    ),
    country: field.country('Country in which the certificate is valid.'),
    place: placeField,
    state: stateField,
    certificateId: field.optional(field.text('Number of the certificate.'), 'if the certificate has no number'),
    name: field.optional(field.text('Name of the certificate.', { examples: ['ST3'] })),
    exemptionReason: field.optional(
      field.choice(exemptionReason, 'Reason for the exemption.'),
      'if no reason was given',
    ),
    classification: field.optional(field.part(classification, 'The reason in the seller’s own words.')),
    validFrom: field.optional(field.day('First day of validity.')),
    validThrough: field.optional(field.day('Last day of validity.'), 'if open-ended'),
    exemptionType: field.choice(exemptionType, 'Whether the certificate exempted the line fully or only in part.'),
    exemptFraction: field.optional(field.fraction('Exempt share of the price.'), otherwise),
    reducedRate: field.optional(field.fraction('Highest rate under the certificate.'), otherwise),
    taxCodes: field.list(
      field.text('A tax code.', { examples: ['C1S1'] }),
      3,
      'Tax codes covered by the certificate; empty for all.',
    ),
  },
);
type AppliedCertificate = RecordOf<typeof appliedCertificate>;

/** The id of the exemption used in a calculation if the document exempts itself. */
export const forcedExemption = 'exemptionOverride';

const declaredPrefix = 'exemptStates/';

type DeclaredTerms = Pick<
  BuyerExemption,
  'country' | 'state' | 'taxCodes' | 'exemptionType' | 'exemptFraction' | 'reducedRate'
>;

/** An exemption that is only declared in the request and needs no certificate. */
export const declaredExemption = (terms: DeclaredTerms): BuyerExemption => ({
  ...terms,
  serviceId: declaredPrefix + (terms.state ?? terms.country),
  validFrom: null,
  validThrough: null,
  exemptionStatus: 'ACTIVE',
  exemptionReason: null,
  classification: null,
  certificate: null,
  hasFile: true,
});

/** The `serviceId` of an exemption; null for an exemption that is only declared in the document or request. */
export function storedExemptionId(id: string | null): string | null {
  return id === null || id === forcedExemption || id.startsWith(declaredPrefix) ? null : id;
}

/** Null for a quote for a stored customer if the token may not read customers. */
export function buyerOf({ buyer, customerType: type }: TransactionSnapshot): DocumentBuyer | null {
  return buyer ? { ...buyer, customerType: type } : null;
}

/** The certificates named in a tax line, in the order of the exemptions. A forced exemption has no certificate. */
export function appliedCertificates({
  items,
  shippingFee,
  certificates,
  evidence = [],
}: TransactionSnapshot): readonly AppliedCertificate[] {
  if (certificates.length === 0) return [];
  const lines = shippingFee ? [...items, shippingFee] : items;
  const applied = new Set(lines.flatMap(({ taxLines }) => taxLines.map(({ certificateId }) => certificateId)));
  return certificates
    .filter(({ id }) => id !== forcedExemption && applied.has(id))
    .map(({ id, subdivision, relief, ...terms }) => {
      const { id: _, number, ...paper } = evidence.find((one) => one.id === id) ?? unknownPaper;
      const isFull = relief.kind === 'full';
      return {
        ...terms,
        ...paper,
        exemptionId: storedExemptionId(id),
        certificateId: number,
        state: subdivision,
        exemptionType: isFull ? 'FULLY' : 'PARTIALLY',
        exemptFraction: isFull ? null : relief.exemptShare,
        reducedRate: isFull ? null : relief.reducedRate,
      };
    });
}

/** Replaces missing evidence, such as in a quote if the token may not read customers. */
const unknownPaper: SnapshotEvidence = {
  id: '',
  number: null,
  name: null,
  exemptionReason: null,
  classification: null,
};
