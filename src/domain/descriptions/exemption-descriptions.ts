import type { TaxRefundOutcome } from '../transactions/impact/tax-refund.ts';

/** What happened with the tax of one invoice. */
export const taxRefundOutcomeMeanings: Readonly<Record<TaxRefundOutcome, string>> = {
  REFUNDED: 'A refund of its tax was stored.',
  PREVIEWED: 'A refund would be stored.',
  SKIPPED_FILED: 'The invoice is filed and was left out.',
  FAILED: 'No refund was stored; problem says why.',
};
