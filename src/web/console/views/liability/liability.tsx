import { Bars } from '../../base/bars.tsx';
import { Csv } from '../../base/download.tsx';
import { Empty, Loaded } from '../../base/loaded.tsx';
import { Page, Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { withQuery } from '../../base/router.ts';
import { PanelTabs, Steps, Tabs } from '../../base/tabs.tsx';
import type { ViewProps } from '../../base/view.ts';
import { addMonths, compactMoney, counted, money, number, shortMonth, today } from '../../format/format.ts';
import { periodSoFar } from '../../format/period.ts';
import { placeName, placeParts } from '../../format/place-text.ts';
import { liabilityTexts as texts } from '../../texts/liability.ts';
import { Detail } from './detail.tsx';
import { Grid } from './grid.tsx';
import { type Asked, documentsOf, type MonthTable, measures, monthTable, readAsked, spanOf, spans } from './months.ts';
import { monthsOperation } from './operations.ts';

/** Months by place, as bars and as a table, and the breakdown of a place and a month. */
export function Liability({ query }: ViewProps) {
  const asked = readAsked(query, today());
  const { from, to } = spanOf(asked.months);
  const answer = useQuery(monthsOperation, { period: { range: { from, to } } });
  const currency = monthTable(answer.data?.liability?.rows ?? [], asked)?.currency ?? null;
  return (
    <Page title={texts.title} about={texts.about} isBusy={answer.isLoading} actions={<MonthSteps asked={asked} />}>
      <section class="panel" aria-label={texts.title}>
        <PanelTabs
          label={texts.measureLabel}
          name="measure"
          current={asked.measure}
          entries={measures.map((one) => [one, texts.measures[one]])}
          aside={
            <Csv name={texts.csv} path={`/v1/liability?from=${from}&to=${to}&groupBy=COUNTRY,STATE,MONTH&format=csv`} />
          }
        />
        <Loaded query={answer} field="liability" lines={12}>
          {({ liability }) => {
            const table = monthTable(liability?.rows ?? [], asked);
            return table ? <Months asked={asked} table={table} /> : <Empty title={texts.none}>{texts.noneText}</Empty>;
          }}
        </Loaded>
      </section>
      <Detail asked={asked} currency={currency} query={query} />
      <Journal asked={asked} />
    </Page>
  );
}

/** Links to earlier and later months, and to other numbers of months. */
function MonthSteps({ asked: { months } }: { readonly asked: Asked }) {
  const [last, span] = [months.at(-1)!, months.length];
  const thisMonth = today().slice(0, 7);
  const monthsLink = (to: string) => withQuery({ to: to === thisMonth ? null : to, month: null });
  return (
    <>
      <Tabs
        label={texts.spanLabel}
        name="months"
        current={String(span)}
        entries={spans.map((count) => [String(count), texts.months(count)])}
        also={{ month: null }}
      />
      <Steps
        previous={{ href: monthsLink(addMonths(last, -span)), label: texts.earlier }}
        next={{ href: monthsLink(addMonths(last, span)), label: texts.later }}
      />
    </>
  );
}

function Months({ asked, table }: { readonly asked: Asked; readonly table: MonthTable }) {
  const { months, measure, place } = asked;
  const { currency, currencies } = table;
  const row = place === null ? null : table.rows.find((one) => one.place === place);
  const figures = place === null ? table.totals : (row?.figures ?? months.map(() => '0'));
  const isCount = measure === 'documents';
  const every = months.length > 6 ? 2 : 1; // A phone has room for the names of six months.
  const textOf = (figure: string) =>
    isCount ? counted(Number(figure), 'document', 'documents') : money(figure, currency);
  return (
    <>
      {currencies.length > 1 && (
        <PanelTabs
          label={texts.currencyLabel}
          name="currency"
          current={currency}
          entries={currencies.map((one) => [one, one])}
        />
      )}
      <div class="panel-body">
        <Bars
          caption={texts.byMonth(
            texts.measures[measure],
            place === null ? texts.allPlaces : placeName(placeParts(place)),
          )}
          scale={(length) => (isCount ? number(length) : compactMoney(length, currency))}
          bars={months.map((month, index) => ({
            key: month,
            length: Number(figures[index]),
            label: `${periodSoFar(month)}: ${textOf(figures[index]!)}`,
            href: documentsOf({ place, months: [month], asked, currency }),
            tick: (months.length - 1 - index) % every === 0 ? shortMonth(month) : '',
          }))}
        />
      </div>
      <Grid asked={asked} table={table} textOf={(figure) => (isCount ? number(figure) : money(figure, currency))} />
    </>
  );
}

/** File names by format. DATEV reads only files whose names begin with EXTF. */
const files = { csv: 'journal', datev: 'EXTF_Buchungsstapel', quickbooks: 'journal-quickbooks', xero: 'journal-xero' };
const formats = ['csv', 'datev', 'quickbooks', 'xero'] as const;

const journals = [
  { about: texts.journal.about, path: '/v1/journal', suffix: '' },
  { about: texts.journal.aboutFilings, path: '/v1/journal/filings', suffix: '-filings' },
];

/** The journals of a month, or of all months, to download. */
function Journal({ asked: { month, months } }: { readonly asked: Asked }) {
  const { from, to } = spanOf(month === null ? months : [month]);
  return (
    <Panel title={texts.journal.title(month === null ? texts.wholeSpan : periodSoFar(month))}>
      {journals.map(({ about, path, suffix }) => (
        <div key={path} class="panel-body stack">
          <p class="soft">{about}</p>
          <div class="row">
            {formats.map((format) => (
              <Csv
                key={format}
                name={`${files[format]}${suffix}`}
                path={`${path}?from=${from}&to=${to}&format=${format}`}
                text={texts.journal[format]}
              />
            ))}
          </div>
        </div>
      ))}
    </Panel>
  );
}
