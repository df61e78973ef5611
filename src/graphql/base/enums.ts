import { jurisdictionLevel } from '../../domain/base/jurisdiction.ts';
import { customerType } from '../../domain/customers/customer.ts';
import { certificateStatus } from '../../domain/exemptions/certificate-status.ts';
import { exemptionStatus, exemptionType } from '../../domain/exemptions/exemption.ts';
import { exemptionReason } from '../../domain/exemptions/exemption-reason.ts';
import type { FieldMatch, MatchLevel, Precision } from '../../domain/places/address-match.ts';
import { taxReason } from '../../domain/transactions/tax-reason.ts';
import { certificateRefusals, checkNames, traceKinds } from '../../domain/transactions/trace/trace-descriptions.ts';
import {
  exemptionOverrideKind,
  refundKind,
  tangibleCategory,
  taxableCategory,
  transactionFilingStatus,
  transactionStatus,
  transactionType,
} from '../../domain/transactions/transaction-enums.ts';
import type { SnapshotPlace } from '../../domain/transactions/transaction-snapshot.ts';
import { describedEnum } from './described-enum.ts';
import { enumOf } from './record-type.ts';

export const TransactionTypeEnum = enumOf(transactionType);

export const TransactionStatusEnum = enumOf(transactionStatus);

export const TransactionFilingStatusEnum = enumOf(transactionFilingStatus);
export const TangibleCategoryEnum = enumOf(tangibleCategory);

export const TaxableCategoryEnum = enumOf(taxableCategory);

export const ExemptionOverrideKindEnum = enumOf(exemptionOverrideKind);

export const RefundKindEnum = enumOf(refundKind);

export const CustomerTypeEnum = enumOf(customerType);

export const ExemptionTypeEnum = enumOf(exemptionType);

export const ExemptionStatusEnum = enumOf(exemptionStatus);

export const ExemptionReasonEnum = enumOf(exemptionReason);

export const CertificateStatusEnum = enumOf(certificateStatus);

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
