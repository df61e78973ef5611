import type { Exemption } from '../exemptions/exemption.ts';
import type { Customer } from './customer.ts';

/** What the tax of a document depends on of its customer: one that is stored, or one that a quote describes. */
export type Buyer = Pick<Customer, 'customerType' | 'taxNumber' | 'address'>;

/** What the tax depends on of an exemption. */
export type BuyerExemption = Pick<
  Exemption,
  | 'serviceId'
  | 'country'
  | 'state'
  | 'fromOn'
  | 'toOn'
  | 'taxCodes'
  | 'exemptionType'
  | 'exemptionStatus'
  | 'exemptPercentage'
  | 'reducedRate'
>;
