import { customerType } from '../../domain/customers/customer.ts';
import { certificateStatus } from '../../domain/exemptions/certificate-status.ts';
import { exemptionStatus, exemptionType } from '../../domain/exemptions/exemption.ts';
import { exemptionReason } from '../../domain/exemptions/exemption-reason.ts';
import { deliveryMethod } from '../../domain/transactions/delivery-method.ts';
import {
  exemptionOverrideKind,
  refundKind,
  reporting,
  tangibleCategory,
  taxableCategory,
  transactionFilingStatus,
  transactionStatus,
  transactionType,
} from '../../domain/transactions/transaction-enums.ts';
import { enumOf } from './record-type.ts';

export const TransactionTypeEnum = enumOf(transactionType);

export const TransactionStatusEnum = enumOf(transactionStatus);

export const TransactionFilingStatusEnum = enumOf(transactionFilingStatus);
export const TangibleCategoryEnum = enumOf(tangibleCategory);

export const TaxableCategoryEnum = enumOf(taxableCategory);

export const ExemptionOverrideKindEnum = enumOf(exemptionOverrideKind);

export const DeliveryMethodEnum = enumOf(deliveryMethod);

export const RefundKindEnum = enumOf(refundKind);
export const ReportingEnum = enumOf(reporting);

export const CustomerTypeEnum = enumOf(customerType);

export const ExemptionTypeEnum = enumOf(exemptionType);

export const ExemptionStatusEnum = enumOf(exemptionStatus);

export const ExemptionReasonEnum = enumOf(exemptionReason);

export const CertificateStatusEnum = enumOf(certificateStatus);
