import type { ComponentChildren } from 'preact';
import type { ResultOf } from '../../base/graphql.ts';
import { documentsLink, nexusLink } from '../../base/links.ts';
import { progressOf, shareOf } from '../../base/nexus/progress.ts';
import { Meter, ProgressBadge } from '../../base/nexus/progress-badge.tsx';
import { Page, Panel } from '../../base/page.tsx';
import { Pages } from '../../base/pages.tsx';
import { type Query, useQuery } from '../../base/query.ts';
import { withQuery } from '../../base/router.ts';
import { Empty, Loaded } from '../../base/states.tsx';
import { type Column, Table } from '../../base/table.tsx';
import type { ViewProps } from '../../base/view.ts';
import { compactMoney, dayText, money, number, today, wholePercent } from '../../format/format.ts';
import { stateCodes, stateName } from '../../format/place-text.ts';
import { nexusTexts as texts } from '../../texts/nexus.ts';
import { type MapState, StatesMap } from './map.tsx';
import { exposureOperation, othersOperation, statesOperation, taxOperation } from './operations.ts';
import { amountsByState, byUrgency, progressShade, shadeOf } from './shades.ts';

type Tracker = NonNullable<ResultOf<typeof statesOperation>['nexusTrackers']>['nodes'][number];

const modes = ['progress', 'tax', 'exposure'] as const;
type Mode = (typeof modes)[number];

/** Where sales create the duty to collect: a map, the table that says the same, and other countries below. */
export function NexusView({ query }: ViewProps) {
  const mode = modes.find((one) => one === query.get('by')) ?? 'progress';
  const year = yearIn(query);
  return (
    <Page title={texts.title} about={texts.about}>
      <Panel
        title={texts.states}
        aside={
          <div class="row">
            {mode !== 'progress' && <Years year={year} />}
            <nav class="tabs" aria-label={texts.by}>
              {modes.map((one) => (
                <a
                  key={one}
                  href={withQuery({ by: one === 'progress' ? null : one })}
                  aria-current={one === mode ? 'true' : undefined}
                >
                  {texts.modes[one]}
                </a>
              ))}
            </nav>
          </div>
        }
      >
        {mode === 'progress' ? <Progress /> : mode === 'tax' ? <TaxDue year={year} /> : <NotCollected year={year} />}
      </Panel>
      <Others query={query} />
    </Page>
  );
}

function yearIn(query: URLSearchParams): string {
  const asked = query.get('year') ?? '';
  return /^20\d{2}$/.test(asked) ? asked : today().slice(0, 4);
}

function Years({ year }: { readonly year: string }) {
  const now = today().slice(0, 4);
  const link = (by: number) => {
    const other = String(Number(year) + by);
    return withQuery({ year: other === now ? null : other });
  };
  return (
    <span class="row tight">
      <a class="button icon-button" href={link(-1)} aria-label={texts.previousYear}>
        ‹
      </a>
      <span class="strong">{year}</span>
      <a class="button icon-button" href={link(1)} aria-label={texts.nextYear}>
        ›
      </a>
    </span>
  );
}

type SplitProps = {
  readonly note: string;
  readonly states: readonly MapState[];
  readonly legend: ComponentChildren;
  readonly children: ComponentChildren;
};

/** The map, and beside it the table. */
function Split({ note, states, legend, children }: SplitProps) {
  return (
    <div class="map-split">
      <div class="panel-body stack">
        <p class="soft">{note}</p>
        <StatesMap states={states} />
        <ul class="legend small soft" aria-hidden="true">
          {legend}
        </ul>
      </div>
      <div class="map-table">{children}</div>
    </div>
  );
}

function Swatch({ shade, text }: { readonly shade: string; readonly text: string }) {
  return (
    <li>
      <svg aria-hidden="true" class="us-map-swatch" viewBox="0 0 12 12" width="12" height="12">
        <rect width="12" height="12" rx="3" class={shade} />
      </svg>
      {text}
    </li>
  );
}

function Progress() {
  const answer = useQuery(statesOperation, {});
  return (
    <Loaded query={answer} field="nexusTrackers" lines={10}>
      {({ nexusTrackers }) => {
        const trackers = [...(nexusTrackers?.nodes ?? [])].sort(byUrgency);
        if (trackers.length === 0) return <Empty title={texts.none} />;
        const states = trackers.flatMap((one) =>
          one.state === null ? [] : [{ state: one.state, shade: progressShade(one), text: progressText(one) }],
        );
        return (
          <Split
            note={texts.modeNotes.progress}
            states={states}
            legend={
              <>
                <Swatch shade="is-reached" text={texts.legend.reached} />
                <Swatch shade="is-approaching" text={texts.legend.approaching} />
                <Swatch shade="is-collecting" text={texts.legend.collecting} />
                <Swatch shade="is-below-2" text={texts.legend.below} />
                <Swatch shade="is-none" text={texts.legend.none} />
              </>
            }
          >
            <Table caption={texts.states} columns={progressColumns} rows={trackers} keyOf={({ place }) => place} />
          </Split>
        );
      }}
    </Loaded>
  );
}

function progressText(tracker: Tracker): string {
  const share = shareOf(tracker);
  const { currency, salesAmount } = tracker.runningPeriod;
  const parts = [texts.progress[progressOf(tracker)], share && wholePercent(share), money(salesAmount, currency)];
  return parts.filter(Boolean).join(', ');
}

const { columns: names } = texts;

const progressColumns: readonly Column<Tracker>[] = [
  {
    name: names.place,
    cell: (tracker) => (
      <>
        <a href={nexusLink(tracker.place)}>{tracker.name}</a>
        <WhenNote tracker={tracker} />
      </>
    ),
  },
  { name: names.status, cell: (tracker) => <ProgressBadge progress={progressOf(tracker)} /> },
  { name: names.share, isNumber: true, cell: (tracker) => <Share tracker={tracker} /> },
];

function Share({ tracker }: { readonly tracker: Tracker }) {
  const share = shareOf(tracker);
  if (share === null) return <span class="soft">{tracker.threshold ? texts.noShare : '–'}</span>;
  return (
    <span class="share">
      {wholePercent(share)}
      <Meter share={share} />
    </span>
  );
}

function WhenNote({ tracker: { reachedOn, projection, isCollecting } }: { readonly tracker: Tracker }) {
  if (isCollecting || (reachedOn === null && projection.reachedOn === null)) return null;
  return (
    <div class="small soft">
      {reachedOn !== null ? texts.reachedOn(dayText(reachedOn)) : texts.projected(dayText(projection.reachedOn ?? ''))}
    </div>
  );
}

type Due = {
  readonly state: string;
  readonly currency: string;
  readonly amount: string;
  readonly documents: number;
  readonly since: string | null;
};

function TaxDue({ year }: { readonly year: string }) {
  const answer = useQuery(taxOperation, { period: { year } });
  return (
    <Amounts
      answer={answer}
      field="liability"
      mode="tax"
      year={year}
      read={({ liability }) =>
        (liability?.rows ?? []).flatMap(({ key, transactionCount, amounts: { currency, taxAmount } }) =>
          key.state === null
            ? []
            : [{ state: key.state, currency, amount: taxAmount, documents: transactionCount, since: null }],
        )
      }
    />
  );
}

function NotCollected({ year }: { readonly year: string }) {
  const answer = useQuery(exposureOperation, { period: { year } });
  return (
    <Amounts
      answer={answer}
      field="exposure"
      mode="exposure"
      year={year}
      read={({ exposure }) =>
        (exposure?.places ?? []).flatMap(({ state, currency, taxAmount, collectFrom, transactionCount }) =>
          state === null
            ? []
            : [{ state, currency, amount: taxAmount, documents: transactionCount, since: collectFrom }],
        )
      }
    />
  );
}

type AmountsProps<Result> = {
  readonly answer: Query<Result>;
  readonly field: string;
  readonly mode: Exclude<Mode, 'progress'>;
  readonly year: string;
  readonly read: (data: Result) => readonly Due[];
};

/** States by an amount. */
function Amounts<Result>({ answer, field, mode, year, read }: AmountsProps<Result>) {
  return (
    <Loaded query={answer} field={field} lines={10}>
      {(data) => {
        const rows = [...read(data)].sort((one, other) => Number(other.amount) - Number(one.amount));
        const { currency, byState } = amountsByState(rows);
        const most = Math.max(0, ...[...byState.values()].map(Number));
        const states = stateCodes.map((state) => {
          const amount = byState.get(state);
          const text = amount === undefined || currency === null ? texts.legend.zero : money(amount, currency);
          return { state, shade: `shade-${shadeOf(amount, most)}`, text };
        });
        return (
          <Split
            note={texts.modeNotes[mode](year)}
            states={states}
            legend={
              <>
                <Swatch shade="shade-0" text={texts.legend.zero} />
                {currency !== null && most > 0 && (
                  <>
                    <Swatch shade="shade-1" text={texts.legend.least} />
                    <Swatch shade="shade-5" text={`${texts.legend.most}: ${compactMoney(most, currency)}`} />
                  </>
                )}
              </>
            }
          >
            {rows.length === 0 ? (
              <Empty title={mode === 'tax' ? texts.nothingDue(year) : texts.nothingExposed(year)} />
            ) : (
              <Table
                caption={texts.modes[mode]}
                columns={amountColumns(mode, year)}
                rows={rows}
                keyOf={({ state, currency: own }) => `${state} ${own}`}
              />
            )}
          </Split>
        );
      }}
    </Loaded>
  );
}

function amountColumns(mode: AmountsProps<never>['mode'], year: string): readonly Column<Due>[] {
  const linkOf = ({ state, currency, since }: Due) =>
    documentsLink({
      reported: `${since !== null && since > `${year}-01-01` ? since : `${year}-01-01`}..${year}-12-31`,
      country: 'US',
      state,
      currency,
      ...(mode === 'exposure' && { reason: 'NOT_COLLECTING' }),
    });
  return [
    {
      name: names.place,
      cell: (due) => (
        <>
          <a href={nexusLink(`US-${due.state}`)}>{stateName(due.state)}</a>
          {due.since !== null && (
            <div class="small soft">
              {names.since.toLowerCase()} {dayText(due.since)}
            </div>
          )}
        </>
      ),
    },
    { name: names.documents, isNumber: true, isExtra: true, cell: ({ documents }) => number(documents) },
    {
      name: mode === 'tax' ? names.tax : names.exposure,
      isNumber: true,
      cell: (due) => (
        <a href={linkOf(due)} class="plain strong">
          {money(due.amount, due.currency)}
        </a>
      ),
    },
  ];
}

function Others({ query }: { readonly query: URLSearchParams }) {
  const answer = useQuery(othersOperation, { after: query.get('after') });
  return (
    <Panel title={texts.others}>
      <Loaded query={answer} field="nexusTrackers" lines={4}>
        {({ nexusTrackers }) =>
          !nexusTrackers || nexusTrackers.nodes.length === 0 ? (
            <Empty title={texts.noOthers}>{texts.noOthersText}</Empty>
          ) : (
            <>
              <Table
                caption={texts.others}
                columns={otherColumns}
                rows={nexusTrackers.nodes}
                keyOf={({ place }) => place}
              />
              <Pages label={texts.pages} page={nexusTrackers.pageInfo} next={texts.next} previous={texts.previous} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

const [placeColumn, statusColumn, shareColumn] = progressColumns as [Column<Tracker>, Column<Tracker>, Column<Tracker>];

const otherColumns: readonly Column<Tracker>[] = [
  placeColumn,
  statusColumn,
  {
    name: names.sales,
    isNumber: true,
    isExtra: true,
    cell: ({ runningPeriod: { salesAmount, currency } }) => money(salesAmount, currency),
  },
  shareColumn,
];
