import { type EnumerationValue, enumeration, field, namesOf, type RecordOf, record, states } from '../base/record.ts';
import { internalTimestamps } from '../base/timestamps.ts';
import { type CodedPlace, stateCode } from '../places/place-code.ts';
import { placeField, stateField } from '../places/place-fields.ts';
import { exemptionReason } from './exemption-reason.ts';

export const exemptionType = enumeration('ExemptionType', 'Extent of an exemption.', {
  FULLY: 'Covered sales are not taxed.',
  PARTIALLY: 'Part of the price is exempt (`exemptFraction`), or a lower rate applies (`reducedRate`).',
});
export type ExemptionType = EnumerationValue<typeof exemptionType>;

export const exemptionStatus = states('ExemptionStatus', 'Whether an exemption applies.', {
  ACTIVE: 'Applies between its first and last day.',
  CANCELLED: 'Does not apply to new calculations; documents calculated with it keep their figures.',
});
export type ExemptionStatus = EnumerationValue<typeof exemptionStatus>;
export const exemptionStatuses = namesOf(exemptionStatus);

export const classification = record(
  'ExemptionClassification',
  'The reason for an exemption in the seller’s own words. For information only: the tax does not depend on it.',
  {
    code: field.optional(field.text('Code of the reason.')),
    description: field.optional(field.text('The reason in words.')),
  },
);

const validationDates = record(
  'ValidationDates',
  'Validity as submitted. `validFrom` and `validThrough` are its calendar days.',
  {
    fromDate: field.optional(field.text('First day or time of validity, as submitted.')),
    toDate: field.optional(field.text('Last day or time of validity, as submitted.')),
  },
);

export const certificate = record('Certificate', 'The certificate that proves an exemption.', {
  certificateId: field.optional(field.text('Number of the certificate.')),
  url: field.optional(field.text('Location of the certificate.')),
  name: field.optional(field.text('Name of the certificate, such as ST3.')),
});

const exemptionState = record('ExemptionState', 'The state of an exemption.', {
  abbreviation: field.text('Code of the state, as in an address.', { examples: ['MN', 'QC'] }),
  code: field.text('Code of the state as submitted, or the same as `abbreviation`.', { examples: ['MN', '27'] }),
  name: field.optional(field.text('Name of the state.', { examples: ['Minnesota'] })),
});

const sentExemptionStatus = record(
  'SentExemptionStatus',
  'The status of an exemption in the words of the seller’s system.',
  {
    code: field.text('Code as submitted, such as ACTIVE, or the value of `exemptionStatus`.', { examples: ['ACTIVE'] }),
    name: field.text('Name as submitted, such as Active, or the name of `exemptionStatus`.', { examples: ['Active'] }),
  },
);

export type SentStatus = { readonly code: string | null; readonly name: string | null };
type Sent = {
  /** The status as submitted. */
  readonly sentStatus: SentStatus | null;
  readonly exemptionStatus: ExemptionStatus;
};
type SentState = CodedPlace & {
  readonly stateName: string | null;
  /** The state code as submitted, such as a FIPS code, if it differs from `state`. */
  readonly sentStateCode: string | null;
};

const statusNames: Record<ExemptionStatus, string> = { ACTIVE: 'Active', CANCELLED: 'Cancelled' };

export function shownStatus({ exemptionStatus: own, sentStatus }: Sent) {
  return { code: sentStatus?.code ?? own, name: sentStatus?.name ?? statusNames[own] };
}

const unlessPartial = 'if not set';

/** A customer's relief from tax in one state or a whole country, and the certificate that proves the relief. */
export const exemption = record(
  'Exemption',
  'A customer’s exemption from tax in a state or country, with its validity period.',
  {
    serviceId: field.uuid('Id that this service assigned to the exemption.'),
    customerId: field.uuid('`serviceId` of the customer that holds the exemption.'),
    country: field.country('Country in which the exemption is valid.'),
    place: placeField,
    state: { ...stateField, only: 'GRAPHQL' },
    stateName: field.optional(
      field.text('Name of the state, such as Minnesota.', { only: 'GRAPHQL' }),
      'outside the US, or if the exemption is valid in the whole country',
    ),
    stateCode: field.derived(
      field.optional(
        field.text('Code of the state as submitted, such as the FIPS code `27`; otherwise the same as `state`.', {
          only: 'GRAPHQL',
        }),
        'if the exemption is valid in the whole country',
      ),
      ({ sentStateCode, ...place }: SentState) => sentStateCode ?? stateCode(place),
    ),
    stateInRest: field.derived(
      field.optional(
        field.part(exemptionState, 'State in which the exemption is valid.', { only: 'REST', nameInRest: 'state' }),
        'if the exemption is valid in the whole country',
      ),
      ({ stateName, sentStateCode, ...place }: SentState) => {
        const abbreviation = stateCode(place);
        return abbreviation === null ? null : { abbreviation, code: sentStateCode ?? abbreviation, name: stateName };
      },
    ),
    exemptionReason: field.optional(
      field.choice(
        exemptionReason,
        'Reason for the exemption, as submitted or as named in the code of the classification.',
      ),
      'if no reason was given',
    ),
    classification: field.optional(field.part(classification, 'The reason in the seller’s own words.')),
    certificate: field.optional(field.part(certificate, 'Certificate that proves the exemption.')),
    exemptionType: field.choice(exemptionType, 'Whether the exemption covers all or part of the tax.'),
    exemptionStatus: field.choice(exemptionStatus, 'Whether the exemption applies or has been cancelled.'),
    status: field.derived(
      field.part(sentExemptionStatus, 'The status as submitted, or `exemptionStatus` and its name.'),
      shownStatus,
    ),
    hasFile: field.flag('Whether a file is attached, such as a scan of the certificate.'),
    validationDates: field.optional(field.part(validationDates, 'Validity period as submitted, including both days.')),
    validFrom: field.optional(field.day('First day of validity, such as `2026-01-01`.', { only: 'GRAPHQL' })),
    validThrough: field.optional(field.day('Last day of validity.', { only: 'GRAPHQL' })),
    exemptFraction: field.optional(field.fraction('Exempt share of the price.'), unlessPartial),
    reducedRate: field.optional(
      field.fraction('Highest rate for a partial exemption. Lower rates still apply.'),
      unlessPartial,
    ),
    taxCodes: field.list(
      field.text('A tax code.', { examples: ['C1S1'] }),
      3,
      'Tax codes that the exemption covers; empty for all.',
    ),
    internalTimestamps: field.part(internalTimestamps, 'When this service stored and last changed the exemption.'),
    version: field.count('The number of changes to the exemption.', { only: 'GRAPHQL' }),
  },
);
export type Exemption = RecordOf<typeof exemption>;
