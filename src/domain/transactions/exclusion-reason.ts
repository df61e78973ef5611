import { type EnumerationValue, enumeration } from '../base/record.ts';

/**
 * Why a place does not count sales, in the order in which sales that fall under several are listed: for `RESALE`, the
 * customer type of the invoice; for `BUSINESS` and `EXEMPT`, the line's reason; for `MARKETPLACE`, the collector. If a
 * line is exempt, only its amount is excluded; the invoice is still counted.
 */
export const exclusionReason = enumeration('NexusExclusionReason', 'Why sales do not count toward a threshold.', {
  MARKETPLACE: 'A marketplace collects the tax, and the state does not count sales through marketplaces.',
  RESALE:
    'The customer is of the type `RESELLER`, and only retail or taxable sales (in a state) or sales to consumers (in a country) count. Includes resales through marketplaces, even if the state counts marketplace sales.',
  BUSINESS:
    'The buyer accounts for the tax (reverse charge, intra-Community supply), and the country counts only sales to consumers.',
  EXEMPT: 'The lines are not taxed, and the state counts only taxable sales.',
});
export type ExclusionReason = EnumerationValue<typeof exclusionReason>;
