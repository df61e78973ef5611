import { Csv } from '../../base/download.tsx';
import { Panel } from '../../base/page.tsx';
import { type Column, Table } from '../../base/table.tsx';
import { isZero, subtract } from '../../format/decimal-text.ts';
import { money, number, signedMoney } from '../../format/format.ts';
import { periodName } from '../../format/period.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { returnTexts } from '../../texts/return.ts';
import { documentsIn, neighbourOf, type ReturnKey, restPath, type ShownReturn } from './return-key.ts';

const { jurisdictions: texts } = returnTexts;

type Row = NonNullable<ShownReturn['figures']>['jurisdictions'][number];

type JurisdictionsProps = {
  readonly name: ReturnKey;
  readonly one: ShownReturn;
  readonly before: ShownReturn | null;
};

type Keyed = {
  readonly key: { readonly jurisdiction: { readonly jurisdictionId: string } | null };
  readonly amounts: { readonly currency: string };
};
const keyOf = ({ key: { jurisdiction }, amounts: { currency } }: Keyed) =>
  `${jurisdiction?.jurisdictionId} ${currency}`;

export function Jurisdictions({ name, one, before }: JurisdictionsProps) {
  const earlier = new Map((before?.figures?.jurisdictions ?? []).map((row) => [keyOf(row), row.amounts.taxAmount]));
  const earlierName = neighbourOf(name, -1)?.period ?? null;
  const linkOf = ({ key, amounts }: Row) =>
    documentsIn(one, { jurisdiction: key.jurisdiction?.jurisdictionId, currency: amounts.currency });
  const columns: readonly Column<Row>[] = [
    {
      name: texts.jurisdiction,
      cell: (row) => (
        <a href={linkOf(row)} class="plain">
          {row.key.jurisdiction?.name}
        </a>
      ),
    },
    {
      name: texts.level,
      isExtra: true,
      cell: ({ key: { jurisdiction } }) => (
        <span class="soft">{jurisdiction && known(recordTexts.levels, jurisdiction.level)}</span>
      ),
    },
    {
      name: texts.taxable,
      isNumber: true,
      isExtra: true,
      cell: (row) => (
        <a href={linkOf(row)} class="plain">
          {money(row.amounts.taxableAmount, row.amounts.currency)}
        </a>
      ),
    },
    {
      name: texts.tax,
      isNumber: true,
      cell: (row) => (
        <a href={linkOf(row)} class="plain">
          {money(row.amounts.taxAmount, row.amounts.currency)}
        </a>
      ),
    },
    ...(earlierName === null || before === null
      ? []
      : [
          {
            name: texts.against(periodName(earlierName)),
            isNumber: true,
            isExtra: true,
            cell: (row: Row) => {
              const difference = subtract(row.amounts.taxAmount, earlier.get(keyOf(row)) ?? '0');
              return isZero(difference) ? <span class="soft">–</span> : signedMoney(difference, row.amounts.currency);
            },
          },
        ]),
    {
      name: texts.documents,
      isNumber: true,
      cell: (row) => (
        <a href={linkOf(row)} class="plain">
          {number(row.transactionCount)}
        </a>
      ),
    },
  ];
  return (
    <Panel
      title={texts.title}
      aside={<Csv name={`return-${name.place}-${name.period}`} path={`${restPath(name)}/rows?format=csv`} />}
    >
      <Table caption={texts.title} columns={columns} rows={one.figures?.jurisdictions ?? []} keyOf={keyOf} />
      <p class="panel-body small soft">{texts.note}</p>
    </Panel>
  );
}
