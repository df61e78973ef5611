import { jurisdictionLevel } from '../../domain/base/jurisdiction.ts';
import { customerType } from '../../domain/customers/customer.ts';
import {
  certificateStatusMeanings,
  exemptionReasonMeanings,
} from '../../domain/descriptions/exemption-descriptions.ts';
import type { exemptionStatuses, exemptionTypes } from '../../domain/exemptions/exemption.ts';
import type { FieldMatch, MatchLevel, Precision } from '../../domain/places/address-match.ts';
import { taxReason } from '../../domain/transactions/tax-reason.ts';
import { certificateRefusals, checkNames, traceKinds } from '../../domain/transactions/trace/trace-descriptions.ts';
import type {
  ExemptionOverride,
  RefundKind,
  tangibleCategories,
  taxableCategories,
  transactionFilingStatuses,
  transactionStatuses,
} from '../../domain/transactions/transaction.ts';
import { transactionType } from '../../domain/transactions/transaction-enums.ts';
import type { SnapshotPlace } from '../../domain/transactions/transaction-snapshot.ts';
import { describedEnum } from './described-enum.ts';
import { enumOf } from './record-type.ts';

export const TransactionTypeEnum = enumOf(transactionType);

export const TransactionStatusEnum = describedEnum(
  'TransactionStatus',
  'Status of a document, as set by the consumer.',
  {
    ACTIVE: 'In force: the document counts according to its type.',
    CANCELLED: 'Withdrawn: the document can be read, but does not count towards nexus or the tax owed.',
    PAID: 'In force and paid: the document counts like an `ACTIVE` one.',
  } satisfies Record<(typeof transactionStatuses)[number], string>,
);

export const TransactionFilingStatusEnum = describedEnum(
  'TransactionFilingStatus',
  'Whether the document was part of a tax return.',
  {
    NOT_FILED: 'Not part of a submitted return: the document can change.',
    FILED:
      'Part of a submitted return: no field that the tax depends on can change until the document is set to `NOT_FILED`.',
  } satisfies Record<(typeof transactionFilingStatuses)[number], string>,
);
export const TangibleCategoryEnum = describedEnum('TangibleCategory', 'Whether a line is a physical product.', {
  TANGIBLE: 'Physical goods, which are counted in `tangibleItemsAmount`.',
  INTANGIBLE: 'Services and digital products, which are not counted in `tangibleItemsAmount`.',
} satisfies Record<(typeof tangibleCategories)[number], string>);

export const TaxableCategoryEnum = describedEnum('TaxableCategory', 'Whether a line is taxed.', {
  TAXABLE: 'The line is taxed. It has no effect when sent: the law of the place decides.',
  NOT_TAXABLE: 'The line is not taxed. When sent, it excludes the line from tax with the reason `SENT_AS_NOT_TAXABLE`.',
} satisfies Record<(typeof taxableCategories)[number], string>);

export const ExemptionOverrideKindEnum = describedEnum(
  'ExemptionOverrideKind',
  'What a document decides about exemptions.',
  {
    IGNORE_CERTIFICATES: 'The document is taxed as if its customer had no certificate.',
    FORCE_EXEMPT: 'The document is exempt without a certificate, with the reason `CUSTOMER_EXEMPT`.',
  } satisfies Record<ExemptionOverride['kind'], string>,
);

export const RefundKindEnum = describedEnum('RefundKind', 'What a refund of a stored invoice returns.', {
  PRICE_AND_TAX: 'The price of what is refunded, with its tax.',
  TAX_ONLY: 'The tax alone, such as when a certificate comes late. What was taxed becomes exempt.',
} satisfies Record<RefundKind, string>);

export const CustomerTypeEnum = enumOf(customerType);

export const ExemptionTypeEnum = describedEnum('ExemptionType', 'Extent of an exemption.', {
  FULLY: 'Sales that the exemption covers are not taxed.',
  PARTIALLY: 'Part of the price is exempt (`exemptFraction`), or a lower rate applies (`reducedRate`).',
} satisfies Record<(typeof exemptionTypes)[number], string>);

export const ExemptionStatusEnum = describedEnum('ExemptionStatus', 'Whether an exemption can be used.', {
  ACTIVE: 'Used between its first and last day.',
  CANCELLED: 'Not used for new calculations; documents calculated with it keep their figures.',
} satisfies Record<(typeof exemptionStatuses)[number], string>);

export const ExemptionReasonEnum = describedEnum(
  'ExemptionReason',
  'Reason for an exemption. States differ in the reasons that they accept.',
  exemptionReasonMeanings,
);

export const CertificateStatusEnum = describedEnum(
  'CertificateStatus',
  'Status of a certificate on a day.',
  certificateStatusMeanings,
);

export const TaxReasonEnum = enumOf(taxReason);
export const TraceKindEnum = describedEnum('TraceStepKind', 'Kind of step in the calculation of a tax.', traceKinds);

export const CertificateRefusalEnum = describedEnum(
  'CertificateRefusal',
  'Why an exemption was not applied.',
  certificateRefusals,
);

export const CheckNameEnum = describedEnum('CheckName', 'A sum that must hold.', checkNames);

export const JurisdictionLevelEnum = enumOf(jurisdictionLevel);

export const CalculationTypeEnum = describedEnum('CalculationType', 'How a rule calculates tax.', {
  PERCENTAGE: 'A share of the taxable amount. The value is a fraction of one, in spite of the name: 0.0825 for 8.25 %.',
  FIXED: 'A fixed amount per unit.',
});

export const PrecisionEnum = describedEnum(
  'Precision',
  'How precisely an address was located, which decides its rates.',
  {
    ROOFTOP: 'Located to the building.',
    ZIP9: 'Located to the ZIP code with its four-digit extension.',
    CITY: 'Located to the city within the ZIP code.',
    ZIP5: 'Located to the five-digit ZIP code; the rates are those of its main place.',
    STATE: 'Located to the state, province or region, without local rates.',
    COUNTRY: 'Located to the country only.',
  } satisfies Record<Precision, string>,
);

export const MatchLevelEnum = describedEnum('MatchLevel', 'How well an address matches a place.', {
  EXCELLENT: 'Every field that was sent matches.',
  GOOD: 'The fields match apart from spelling.',
  FAIR: 'Some of the fields do not match.',
  POOR: 'Few of the fields match; check the address.',
} satisfies Record<MatchLevel, string>);

export const FieldMatchEnum = describedEnum('FieldMatch', 'How well one field of an address matches.', {
  EXACT: 'The value is the same as in the rate book.',
  GOOD: 'The value is spelled differently.',
  NO_MATCH: 'The value is different, or was not sent.',
} satisfies Record<FieldMatch, string>);

export const SourcedFromEnum = describedEnum('SourcedFrom', 'The address whose place decides the jurisdictions.', {
  SHIP_TO: 'The address that the goods are shipped to.',
  SHIP_FROM: 'The address that the goods are shipped from: the law of the place taxes sales at their origin.',
} satisfies Record<SnapshotPlace['sourcedFrom'], string>);
