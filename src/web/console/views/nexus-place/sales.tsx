import { Facts } from '../../base/facts.tsx';
import { documentsLink } from '../../base/links.ts';
import { salesText } from '../../base/nexus/progress.ts';
import { Meter } from '../../base/nexus/progress-badge.tsx';
import { Panel } from '../../base/page.tsx';
import { type Column, Table } from '../../base/table.tsx';
import { isZero } from '../../format/decimal-text.ts';
import { dayText, distance, money, number, wholePercent } from '../../format/format.ts';
import { placeTexts } from '../../texts/nexus.ts';
import { known } from '../../texts/records.ts';
import type { Tracker } from './declaration.ts';

const { progress: texts } = placeTexts;

type Period = Tracker['runningPeriod'];

/** Progress of a place's sales toward the threshold, with the documents behind it. */
export function Sales({ tracker }: { readonly tracker: Tracker }) {
  const { runningPeriod: period, threshold, projection, periods } = tracker;
  const isFirstSaleEnough = threshold !== null && isZero(threshold.salesAmount);
  const others = periods.filter(({ from, to }) => from !== period.from || to !== period.to);
  const link = linkOf(tracker, period);
  return (
    <Panel title={texts.title}>
      <div class="panel-body stack">
        <p class="soft">
          {texts.period(dayText(period.from), dayText(period.to))}
          {period.endsOn > period.to && `, ${texts.runs(dayText(period.endsOn))}`}
        </p>
        <Figure
          name={texts.sales}
          figure={salesText(period)}
          threshold={threshold && !isFirstSaleEnough ? money(threshold.salesAmount, threshold.currency) : null}
          share={period.salesShare}
          href={link}
        />
        <Figure
          name={texts.invoices}
          figure={number(period.transactionCount)}
          threshold={threshold?.transactionCount == null ? null : number(threshold.transactionCount)}
          share={period.transactionShare}
          href={link}
        />
        <p class="small soft">
          {threshold === null
            ? texts.noThreshold
            : isFirstSaleEnough
              ? texts.firstSale
              : period.reachedOn !== null
                ? `${texts.reached(dayText(period.reachedOn))}.`
                : projection.reachedOn !== null
                  ? texts.projected(dayText(projection.reachedOn), distance(projection.reachedOn))
                  : known(texts.projection, projection.outcome)}
        </p>
        {period.excludedSales.length > 0 && (
          <Facts
            class="small"
            facts={[
              [
                texts.excluded,
                period.excludedSales.map(({ reason, currency, salesAmount }) => (
                  <div key={`${reason} ${currency}`}>
                    {money(salesAmount, currency)} {known(texts.reasons, reason)}
                  </div>
                )),
              ],
            ]}
          />
        )}
      </div>
      {others.length > 0 && (
        <Table
          caption={texts.periods}
          columns={periodColumns(tracker)}
          rows={others}
          keyOf={({ from, to }) => `${from} ${to}`}
        />
      )}
    </Panel>
  );
}

function linkOf({ state }: Tracker, { from, to, countries, excludedSales }: Period): string {
  const nexus = [...new Set(excludedSales.map(({ reason }) => reason))].join(',') || 'all';
  const country = countries.join(',');
  return documentsLink({ reported: `${from}..${to}`, nexus, country, state });
}

type FigureProps = {
  readonly name: string;
  readonly figure: string;
  readonly threshold: string | null;
  readonly share: string | null;
  readonly href: string;
};

function Figure({ name, figure, threshold, share, href }: FigureProps) {
  const text = (
    <>
      <a href={href} class="plain strong">
        {figure}
      </a>
      {threshold !== null && <span class="soft"> / {threshold}</span>}
    </>
  );
  return (
    <div class="figure-line">
      <span class="soft">{name}</span>
      <span>{text}</span>
      {share !== null && (
        <>
          <Meter share={share} />
          <span class="number">{wholePercent(share)}</span>
        </>
      )}
    </div>
  );
}

function periodColumns(tracker: Tracker): readonly Column<Period>[] {
  const { columns: names } = texts;
  return [
    { name: names.period, cell: ({ from, to }) => texts.period(dayText(from), dayText(to)) },
    {
      name: names.sales,
      isNumber: true,
      cell: (period) => <a href={linkOf(tracker, period)}>{salesText(period)}</a>,
    },
    { name: names.invoices, isNumber: true, isExtra: true, cell: ({ transactionCount }) => number(transactionCount) },
    {
      name: names.share,
      isNumber: true,
      cell: ({ salesShare }) => (salesShare === null ? '–' : wholePercent(salesShare)),
    },
  ];
}
