import type { RootOf } from '../../base/graphql.ts';
import { documentsLink, noMarketplace, returnLink } from '../../base/links.ts';
import { Empty, Loaded } from '../../base/loaded.tsx';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { withQuery } from '../../base/router.ts';
import { type Column, Table } from '../../base/table.tsx';
import { PanelTabs } from '../../base/tabs.tsx';
import { isZero } from '../../format/decimal-text.ts';
import { money, number, percent } from '../../format/format.ts';
import { periodSoFar } from '../../format/period.ts';
import { placeName, placeParts } from '../../format/place-text.ts';
import { liabilityTexts } from '../../texts/liability.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { type Asked, placeOf, spanOf } from './months.ts';
import { jurisdictionsOperation, labelsOperation } from './operations.ts';

const { detail: texts } = liabilityTexts;

const groups = ['REASON', 'TAX_CODE', 'RATE', 'MARKETPLACE'] as const;
const groupsOfPlace = ['JURISDICTION', ...groups] as const;
type Group = (typeof groupsOfPlace)[number];

type DetailProps = { readonly asked: Asked; readonly currency: string | null; readonly query: URLSearchParams };

/** The breakdown of a place and a month. */
export function Detail({ asked, currency, query }: DetailProps) {
  const { place, month, months } = asked;
  const offered: readonly Group[] = place === null ? groups : groupsOfPlace;
  const group = offered.find((one) => one === query.get('by')) ?? offered[0]!;
  const span = month === null ? liabilityTexts.wholeSpan : periodSoFar(month);
  const where = place === null ? liabilityTexts.allPlaces : placeName(placeParts(place));
  const title = texts.title(`${where.charAt(0).toUpperCase()}${where.slice(1)}`, span);
  const aside = (
    <div class="row small no-print">
      {place !== null && <a href={withQuery({ place: null })}>{liabilityTexts.clear}</a>}
      {place !== null && month !== null && (
        <a href={returnLink({ place, period: month, scheme: 'STANDARD' })}>{texts.returnOf}</a>
      )}
    </div>
  );
  const shown = { place, currency, days: spanOf(month === null ? months : [month]) };
  return (
    <Panel title={title} aside={aside}>
      <PanelTabs
        label={texts.label}
        name="by"
        current={group}
        entries={offered.map((one) => [one, texts.groups[one]])}
      />
      {group === 'JURISDICTION' ? <ByJurisdiction {...shown} /> : <ByLabel group={group} {...shown} />}
    </Panel>
  );
}

type Shown = {
  readonly place: string | null;
  readonly currency: string | null;
  readonly days: { readonly from: string; readonly to: string };
};

type LabelRow = RootOf<typeof labelsOperation, 'liability'>['rows'][number];
type JurisdictionRow = RootOf<typeof jurisdictionsOperation, 'liability'>['rows'][number];
type AnyRow = Pick<JurisdictionRow, 'amounts' | 'transactionCount'>;

function ByJurisdiction({ place, currency, days }: Shown) {
  const answer = useQuery(jurisdictionsOperation, { period: { range: days }, ...placeOf(place) });
  return (
    <Loaded query={answer} field="liability" lines={6}>
      {({ liability }) => (
        <Rows<JurisdictionRow>
          rows={liability?.rows ?? []}
          shown={{ place, currency, days }}
          heading={texts.groups.JURISDICTION}
          nameOf={({ key: { jurisdiction } }) => (
            <>
              {jurisdiction?.name} <span class="small soft">{jurisdiction && levelOf(jurisdiction)}</span>
            </>
          )}
          keyOf={({ key, amounts }) => `${key.jurisdiction?.jurisdictionId} ${amounts.currency}`}
          selectionOf={({ key: { jurisdiction } }) => ({ jurisdiction: jurisdiction?.jurisdictionId ?? '' })}
        />
      )}
    </Loaded>
  );
}

function ByLabel({ group, place, currency, days }: Shown & { readonly group: Exclude<Group, 'JURISDICTION'> }) {
  const answer = useQuery(labelsOperation, { period: { range: days }, ...placeOf(place), groupBy: [group] });
  return (
    <Loaded query={answer} field="liability" lines={6}>
      {({ liability }) => (
        <Rows<LabelRow>
          rows={liability?.rows ?? []}
          shown={{ place, currency, days }}
          heading={texts.groups[group]}
          nameOf={(row) => labelOf(row, group)}
          keyOf={({ key, amounts }) =>
            `${key.reason} ${key.taxCode} ${key.rate} ${key.marketplace} ${amounts.currency}`
          }
          parts={group === 'MARKETPLACE' ? partsOfMarketplace : undefined}
          selectionOf={({ key: { reason, taxCode, rate, marketplace } }) => ({
            ...(reason !== null && { reason }),
            ...(taxCode !== null && { taxCode }),
            ...(rate !== null && { rate }),
            ...(group === 'MARKETPLACE' && { marketplace: marketplace ?? noMarketplace }),
          })}
        />
      )}
    </Loaded>
  );
}

const partsOfMarketplace: Parts<LabelRow> = [
  [texts.marketplaceSales, ({ amounts }) => amounts.marketplaceSalesAmount],
  [texts.marketplaceTax, ({ amounts }) => amounts.marketplaceTaxAmount ?? '0'],
];

function labelOf({ key: { reason, taxCode, rate, marketplace } }: LabelRow, group: Group): string {
  if (group === 'MARKETPLACE') return marketplace ?? texts.noMarketplace;
  if (group === 'REASON') return reason === null ? '' : known(recordTexts.reasons, reason);
  if (group === 'TAX_CODE') return taxCode ?? texts.noCode;
  return rate === null ? texts.noRate : percent(rate);
}

/** The level, unless the name ends with it, as in `Hennepin County`. */
function levelOf({ name, level }: NonNullable<JurisdictionRow['key']['jurisdiction']>): string {
  const text = known(recordTexts.levels, level);
  return name.endsWith(` ${text}`) ? '' : text;
}

/** The name and amount of each column. */
type Parts<Row> = readonly (readonly [name: string, of: (row: Row) => string])[];

type RowsProps<Row extends AnyRow> = {
  readonly rows: readonly Row[];
  readonly shown: Shown;
  readonly heading: string;
  readonly nameOf: (row: Row) => Column<Row>['cell'] extends (row: Row) => infer Shown ? Shown : never;
  readonly keyOf: (row: Row) => string;
  readonly selectionOf: (row: Row) => Readonly<Record<string, string>>;
  /** Default: taxable and exempt sales, which small screens omit. */
  readonly parts?: Parts<Row> | undefined;
};

function Rows<Row extends AnyRow>({
  rows: all,
  shown: { place, currency, days },
  heading,
  nameOf,
  keyOf,
  selectionOf,
  parts,
}: RowsProps<Row>) {
  const rows = all.filter(({ amounts }) => amounts.currency === currency);
  if (rows.length === 0) return <Empty title={texts.none}>{texts.noneText(currency)}</Empty>;
  const { country, state } = placeOf(place);
  const linkOf = (row: Row) =>
    documentsLink({
      reported: `${days.from}..${days.to}`,
      country,
      state,
      currency: row.amounts.currency,
      ...selectionOf(row),
    });
  const amount = (name: string, of: (row: Row) => string, isExtra = false): Column<Row> => ({
    name,
    isNumber: true,
    isExtra,
    cell: (row) =>
      isZero(of(row)) ? (
        <span class="soft">–</span>
      ) : (
        <a href={linkOf(row)} class="plain">
          {money(of(row), row.amounts.currency)}
        </a>
      ),
  });
  return (
    <Table
      caption={heading}
      rows={rows}
      keyOf={keyOf}
      columns={[
        { name: heading, cell: (row) => <a href={linkOf(row)}>{nameOf(row)}</a> },
        amount(texts.sales, ({ amounts }) => amounts.grossSalesAmount),
        ...(parts
          ? []
          : [
              amount(texts.taxable, ({ amounts }) => amounts.taxableAmount, true),
              amount(texts.exempt, ({ amounts }) => amounts.exemptAmount, true),
            ]),
        amount(texts.tax, ({ amounts }) => amounts.taxAmount),
        ...(parts ?? []).map(([name, of]) => amount(name, of)),
        {
          name: texts.documents,
          isNumber: true,
          isExtra: true,
          cell: (row) => (
            <a href={linkOf(row)} class="plain">
              {number(row.transactionCount)}
            </a>
          ),
        },
      ]}
    />
  );
}
