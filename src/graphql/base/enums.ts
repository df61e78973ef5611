import { customerType } from '../../domain/customers/customer.ts';
import { certificateStatus } from '../../domain/exemptions/certificate-status.ts';
import { exemptionStatus, exemptionType } from '../../domain/exemptions/exemption.ts';
import { exemptionReason } from '../../domain/exemptions/exemption-reason.ts';
import {
  transactionFilingStatus,
  transactionStatus,
  transactionType,
} from '../../domain/transactions/transaction-enums.ts';
import { enumOf } from './record-type.ts';

export const TransactionTypeEnum = enumOf(transactionType);

export const TransactionStatusEnum = enumOf(transactionStatus);

export const TransactionFilingStatusEnum = enumOf(transactionFilingStatus);
export const CustomerTypeEnum = enumOf(customerType);

export const ExemptionTypeEnum = enumOf(exemptionType);

export const ExemptionStatusEnum = enumOf(exemptionStatus);

export const ExemptionReasonEnum = enumOf(exemptionReason);

export const CertificateStatusEnum = enumOf(certificateStatus);
