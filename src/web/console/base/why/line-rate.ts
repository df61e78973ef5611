import { percent } from '../../format/format.ts';

type RatedLine = {
  readonly taxRate: string;
  readonly taxLines: readonly {
    readonly jurisdiction: { readonly jurisdictionId: string };
    readonly appliedRate: string;
  }[];
};

/**
 * The rate of a line, or all rates if a single jurisdiction has several, as for a shipping fee for goods with different
 * rates.
 */
export function lineRate({ taxRate, taxLines }: RatedLine): string {
  const jurisdictions = new Set(taxLines.map(({ jurisdiction }) => jurisdiction.jurisdictionId));
  const rates = new Set(taxLines.map(({ appliedRate }) => appliedRate));
  return jurisdictions.size === 1 && rates.size > 1 ? [...rates].map(percent).join(', ') : percent(taxRate);
}
