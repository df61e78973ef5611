import { isZero } from '../../format/decimal-text.ts';
import { money, percent } from '../../format/format.ts';
import { whyTexts as texts } from '../../texts/documents.ts';
import { known, recordTexts } from '../../texts/records.ts';

export type TaxedLine = {
  readonly taxRate: string;
  readonly taxAmount: string;
  readonly taxLines: readonly {
    readonly jurisdiction: { readonly jurisdictionId: string; readonly name: string; readonly level: string };
    readonly appliedRate: string;
    readonly taxAmount: string;
    readonly exemptAmount: string;
    readonly reason: string;
  }[];
};

/** The authorities that tax a line, with rates as bars. */
export function JurisdictionBars({ line, currency }: { readonly line: TaxedLine; readonly currency: string }) {
  const { taxLines, taxAmount } = line;
  if (taxLines.length === 0) return <p class="soft">{texts.none}</p>;
  const most = Math.max(...taxLines.map(({ appliedRate }) => Number(appliedRate)), 0);
  return (
    <ul class="rates">
      {taxLines.map(({ jurisdiction, appliedRate, taxAmount: amount, reason, exemptAmount }) => (
        <li key={`${jurisdiction.jurisdictionId} ${appliedRate} ${reason}`}>
          <div class="rates-name">
            <span>{jurisdiction.name}</span>
            <span class="small soft">
              {known(recordTexts.levels, jurisdiction.level)}
              {reason !== 'TAXED' && ` · ${known(recordTexts.reasons, reason)}`}
              {!isZero(exemptAmount) && ` · ${texts.exempt(money(exemptAmount, currency))}`}
            </span>
          </div>
          <svg class="rates-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect class="rates-track" width="100" height="8" />
            <rect class="rates-fill" width={most === 0 ? 0 : (Number(appliedRate) / most) * 100} height="8" />
          </svg>
          <span class="number">{percent(appliedRate)}</span>
          <span class="number">{money(amount, currency)}</span>
        </li>
      ))}
      <li class="strong">
        <span>{texts.total}</span>
        <span />
        <span class="number">{lineRate(line)}</span>
        <span class="number">{money(taxAmount, currency)}</span>
      </li>
    </ul>
  );
}

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
