import type { CustomerType } from '../../tax/model/assessment.ts';
import { enumeration, namesOf } from './record.ts';

export const customerType = enumeration('CustomerType', 'Kind of buyer.', {
  RETAIL: 'Buys for its own use and is taxed.',
  MARKETPLACE:
    'A marketplace that collects the tax itself. Its documents are not taxed, unless their `collectedBy` specifies otherwise; the state decides whether they count toward nexus.',
  RESELLER: 'Buys for resale and is taxed unless an exemption covers the sale.',
  RETAIL_EXEMPT: 'Always exempt, without a certificate.',
} satisfies Record<CustomerType, string>);
export const customerTypes = namesOf(customerType);
