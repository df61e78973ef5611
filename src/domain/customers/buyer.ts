import type { Exemption } from '../exemptions/exemption.ts';
import type { Customer } from './customer.ts';

/** The customer's name and the facts that affect the tax of a document, from the stored customer or a quote. */
export type Buyer = Pick<Customer, 'name' | 'customerType' | 'taxNumber' | 'address'>;

/** The terms of an exemption that affect the tax, and its evidence. */
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
  | 'hasFile'
>;
