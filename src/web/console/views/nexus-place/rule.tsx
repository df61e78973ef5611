import { type Fact, Facts } from '../../base/facts.tsx';
import { Panel } from '../../base/page.tsx';
import { SourceLink } from '../../base/why/step-list.tsx';
import { isZero } from '../../format/decimal-text.ts';
import { dayText, money, number, validityText } from '../../format/format.ts';
import { baseTexts } from '../../texts/base.ts';
import { placeTexts } from '../../texts/nexus.ts';
import { known } from '../../texts/records.ts';
import type { Tracker } from './declaration.ts';

const { rule: texts } = placeTexts;

/** The rule for collecting tax in the place, with its sources. */
export function Rule({ tracker: { threshold, firstCollection } }: { readonly tracker: Tracker }) {
  const facts: readonly Fact[] = threshold
    ? [
        [texts.threshold, thresholdText(threshold)],
        [texts.measured, known(texts.periods, threshold.period)],
        [texts.counts, countsText(threshold)],
        [
          texts.collect,
          <>
            {firstCollection.collectFrom !== null && <strong>{dayText(firstCollection.collectFrom)}</strong>}
            {firstCollection.collectFrom !== null && firstCollection.rule !== null && ': '}
            {firstCollection.rule ?? (firstCollection.collectFrom === null && texts.collectNone)}
          </>,
        ],
        [texts.conditions, threshold.otherConditions],
        [texts.uncertainty, threshold.uncertainty],
        [
          texts.inForce,
          threshold.validFrom !== null || threshold.validThrough !== null ? validityText(threshold) : null,
        ],
      ]
    : [];
  const all = [...(threshold?.sources ?? []), ...firstCollection.sources];
  const sources = [...new Map(all.map((one) => [`${one.title} ${one.url ?? ''}`, one])).values()];
  return (
    <Panel title={texts.title}>
      <div class="panel-body stack">
        {threshold ? <Facts facts={facts} /> : <p>{texts.none}</p>}
        {sources.length > 0 && (
          <div>
            <h3>{baseTexts.sources}</h3>
            <ul class="sources small">
              {sources.map(({ title, url, readOn }) => (
                <li key={`${title} ${url ?? ''}`}>
                  <SourceLink title={title} url={url} />
                  {readOn !== null && <span class="soft"> ({dayText(readOn)})</span>}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Panel>
  );
}

type Threshold = NonNullable<Tracker['threshold']>;

function thresholdText({ salesAmount, currency, transactionCount, combine }: Threshold): string {
  const amount = money(salesAmount, currency);
  if (isZero(salesAmount)) return texts.firstSale;
  if (transactionCount === null || combine === 'SALES_ONLY') return texts.sales(amount);
  return (combine === 'BOTH' ? texts.both : texts.either)(amount, number(transactionCount));
}

function countsText({ countedSales, countsMarketplaceSales }: Threshold): string {
  const basis = known(texts.bases, countedSales ?? 'GROSS');
  return `${basis}, ${countsMarketplaceSales ? texts.marketplace : texts.noMarketplace}`;
}
