import { Bars, Sparkline } from '../../base/bars.tsx';
import { documentsLink } from '../../base/links.ts';
import { Empty, Loaded } from '../../base/loaded.tsx';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { withQuery } from '../../base/router.ts';
import { currenciesByUse } from '../../base/row-order.ts';
import { Steps, Tabs } from '../../base/tabs.tsx';
import {
  addDays,
  addMonths,
  compactMoney,
  counted,
  lastDayOf,
  longDay,
  money,
  monthText,
  number,
  spanText,
  today,
} from '../../format/format.ts';
import { periodSoFar } from '../../format/period.ts';
import { inboxTexts } from '../../texts/inbox.ts';
import {
  changeOf,
  comparedPeriod,
  type DayFigures,
  lengthOf,
  type Measure,
  type MonthFigures,
  measures,
  monthFigures,
} from './month-figures.ts';
import { monthOperation } from './operations.ts';

const { month: texts } = inboxTexts;

/** Sales, tax, refunds and document count of a month, in total and by day. */
export function Month({ query }: { readonly query: URLSearchParams }) {
  const thisMonth = today().slice(0, 7);
  const asked = query.get('month') ?? '';
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : thisMonth;
  const answer = useQuery(monthOperation, { period: { range: comparedPeriod(month) } });
  const monthLink = (count: number) => {
    const other = addMonths(month, count);
    return withQuery({ month: other === thisMonth ? null : other });
  };
  const steps = (
    <div class="actions no-print">
      <Steps
        previous={{ href: monthLink(-1), label: texts.previous }}
        next={{ href: monthLink(1), label: texts.next }}
      />
    </div>
  );
  return (
    <Panel title={periodSoFar(month)} aside={steps}>
      <Loaded query={answer} field="liability" lines={8}>
        {({ liability }) => {
          const rows = liability?.rows ?? [];
          const inMonth = rows.filter(({ key }) => key.reportedOn?.startsWith(month));
          const currencies = currenciesByUse(inMonth);
          const chosen = query.get('currency');
          const currency = currencies.find((one) => one === chosen) ?? currencies[0];
          if (currency === undefined) return <Empty title={texts.none(monthText(month))}>{texts.noneText}</Empty>;
          return (
            <>
              {currencies.length > 1 && (
                <Tabs
                  label={texts.currency}
                  name="currency"
                  current={currency}
                  entries={currencies.map((one) => [one, one])}
                  class="panel-tabs"
                />
              )}
              <Figures month={month} figures={monthFigures(rows, month, currency, today())} query={query} />
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

type FiguresProps = {
  readonly month: string;
  readonly figures: MonthFigures;
  readonly query: URLSearchParams;
};

function Figures({ month, figures, query }: FiguresProps) {
  const { currency, days, total, before, comparedDays } = figures;
  const shown = measures.find((measure) => measure === query.get('by')) ?? 'sales';
  const textOf = (one: DayFigures, measure: Measure) =>
    measure === 'documents' ? number(one.documents) : money(one[measure], currency);
  const linkOf = (from: string, to: string, measure: Measure) =>
    documentsLink({
      reported: from === to ? from : `${from}..${to}`,
      currency,
      ...(measure === 'refunds' && { type: 'REFUND' }),
    });
  const firstBefore = `${addMonths(month, -1)}-01`;
  const span = spanText(firstBefore, addDays(firstBefore, comparedDays - 1));
  return (
    <>
      <div class="tiles">
        {measures.map((measure) => {
          const change = changeOf(total, before, measure);
          return (
            <div class={`tile ${measure === shown ? 'tile-shown' : ''}`} key={measure}>
              <a
                class="tile-name small"
                href={withQuery({ by: measure === 'sales' ? null : measure })}
                aria-current={measure === shown ? 'true' : undefined}
                title={texts.chart}
              >
                {texts.measures[measure]}
              </a>
              <a class="plain tile-figure" href={linkOf(`${month}-01`, lastDayOf(month), measure)}>
                {textOf(total, measure)}
              </a>
              <span class="small soft" title={span}>
                {change === null
                  ? ' '
                  : texts.against(`${change > 0 ? '+' : change < 0 ? '−' : '±'}${Math.abs(change)}\u00a0%`, span)}
              </span>
              <Sparkline values={days.map((one) => lengthOf(one, measure))} />
            </div>
          );
        })}
      </div>
      <div class="panel-body">
        <Bars
          caption={texts.byDay(texts.measures[shown], periodSoFar(month))}
          scale={(length) => (shown === 'documents' ? number(length) : compactMoney(length, currency))}
          bars={days.map((one, index) => ({
            key: one.day,
            length: lengthOf(one, shown),
            label: `${longDay(one.day)}: ${shown === 'documents' ? counted(one.documents, 'document', 'documents') : textOf(one, shown)}`,
            href: linkOf(one.day, one.day, shown),
            tick: index === 0 || (index + 1) % 5 === 0 ? String(index + 1) : '',
          }))}
        />
      </div>
    </>
  );
}
