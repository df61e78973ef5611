import type { BasisRule } from '../../tax/model/rule.ts';
import { formatAmount, formatPercent } from './format.ts';

/** A clause that describes the part of a price taxed under a limit. */
export function describeLimit(limit: BasisRule): string {
  switch (limit.kind) {
    case 'full':
      return 'the whole price is taxed';
    case 'share':
      return `${formatPercent(limit.share)} of the price is taxed`;
    case 'exempt-below':
      return `unit prices below ${formatAmount(limit.amount)} are exempt`;
    case 'excess-above':
      return `only the part of the unit price above ${formatAmount(limit.amount)} is taxed`;
    case 'up-to':
      return `only the first ${formatAmount(limit.amount)} of the unit price is taxed`;
    case 'between':
      if (limit.toAmount === null)
        return `a separate rate applies to the part of the unit price above ${formatAmount(limit.fromAmount)}`;
      return `only the part of the unit price between ${formatAmount(limit.fromAmount)} and ${formatAmount(limit.toAmount)} is taxed`;
  }
}
