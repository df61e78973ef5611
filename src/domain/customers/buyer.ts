import type { Exemption } from '../exemptions/exemption.ts';
import type { Customer } from './customer.ts';

/** What the tax of a document depends on of its customer, one that is stored or that a quote describes; and its name. */
export type Buyer = Pick<Customer, 'name' | 'customerType' | 'taxNumber' | 'address'>;

/** What the tax depends on of an exemption, and what proves it. */
export type BuyerExemption = Pick<
  Exemption,
  | 'serviceId'
  | 'country'
  | 'state'
  | 'validFrom'
  | 'validThrough'
  | 'taxCodes'
  | 'exemptionType'
  | 'exemptionStatus'
  | 'exemptFraction'
  | 'reducedRate'
  | 'exemptionReason'
  | 'classification'
  | 'certificate'
>;
