import type { BasisRule } from '../../tax/model/rule.ts';
import { formatAmount, formatPercent } from './format.ts';

/** What a price limit leaves to be taxed, as a clause. */
export function describeLimit(limit: BasisRule): string {
  switch (limit.kind) {
    case 'full':
      return 'the whole price is taxed';
    case 'share':
      return `${formatPercent(limit.share)} of the price is taxed`;
    case 'exempt-below':
      return `a piece below ${formatAmount(limit.amount)} is exempt`;
    case 'excess-above':
      return `only what a piece costs above ${formatAmount(limit.amount)} is taxed`;
    case 'up-to':
      return `only the first ${formatAmount(limit.amount)} of a piece are taxed`;
    case 'between':
      return `only what a piece costs between ${formatAmount(limit.fromAmount)} and ${formatAmount(limit.toAmount)} is taxed`;
  }
}
