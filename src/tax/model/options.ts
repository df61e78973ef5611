import type { CalculationOptions } from './assessment.ts';

/** What a tenant that chose nothing gets. */
export const defaultOptions: CalculationOptions = {
  roundingLevel: 'LINE',
  tieRule: 'HALF_UP',
  inclusiveRounding: 'TAX',
  exemptInclusivePrice: 'KEEP',
  discountCoversShipping: false,
  shippingRate: 'OWN_CODE',
};
