import { Empty } from '../../base/loaded.tsx';
import { Panel } from '../../base/page.tsx';
import { type Column, Table } from '../../base/table.tsx';
import { isZero } from '../../format/decimal-text.ts';
import { money, number, signedMoney, signedNumber } from '../../format/format.ts';
import { periodName, periodSoFar } from '../../format/period.ts';
import { returnTexts } from '../../texts/return.ts';
import { currenciesOf, type FigureRow, figureRows, inCurrency } from './figure-rows.ts';
import { documentsIn, neighbourOf, type ReturnKey, type ShownReturn } from './return-key.ts';

const { figures: texts } = returnTexts;

type FigurePanelsProps = {
  readonly name: ReturnKey;
  readonly one: ShownReturn;
  readonly before: ShownReturn | null;
};

/** The figures in each currency, next to the figures of the previous period. */
export function FigurePanels({ name, one, before }: FigurePanelsProps) {
  const now = one.figures?.totals ?? [];
  const earlier = before?.figures?.totals ?? [];
  const currencies = currenciesOf(now, earlier);
  const earlierName = neighbourOf(name, -1)?.period ?? null;
  const isFrozen = one.status === 'FILED' || one.status === 'AMENDED';
  const about = isFrozen ? texts.frozen : texts.draft;
  if (currencies.length === 0) {
    return (
      <Panel title={texts.title}>
        <Empty title={texts.none}>{texts.noneText}</Empty>
      </Panel>
    );
  }
  return (
    <>
      {currencies.map((currency) => (
        <Panel
          key={currency}
          title={currencies.length === 1 ? texts.title : texts.in(currency)}
          aside={<span class="small soft">{about}</span>}
        >
          <Table
            caption={texts.in(currency)}
            columns={columnsOf({ one, currency, earlierName })}
            rows={figureRows(inCurrency(now, currency), inCurrency(earlier, currency))}
            keyOf={({ key }) => key}
            isChosen={({ key }) => key === 'tax'}
          />
        </Panel>
      ))}
    </>
  );
}

type Shown = { readonly one: ShownReturn; readonly currency: string; readonly earlierName: string | null };

function columnsOf({ one, currency, earlierName }: Shown): Column<FigureRow>[] {
  const textOf = (row: FigureRow, value: string) => (row.isCount ? number(value) : money(value, currency));
  const changeOf = ({ isCount, difference }: FigureRow) =>
    isCount ? signedNumber(Number(difference)) : signedMoney(difference, currency);
  const now: Column<FigureRow>[] = [
    {
      name: texts.figure,
      cell: ({ name, isPart, key }) => (
        <span class={isPart ? 'soft part' : key === 'tax' ? 'strong' : undefined}>{name}</span>
      ),
    },
    {
      name: periodSoFar(one.period),
      isNumber: true,
      cell: (row) => (
        <a href={documentsIn(one, { currency, ...row.selection })} class={row.key === 'tax' ? 'plain strong' : 'plain'}>
          {textOf(row, row.now)}
        </a>
      ),
    },
  ];
  if (earlierName === null) return now;
  return [
    ...now,
    {
      name: periodName(earlierName),
      isNumber: true,
      isExtra: true,
      cell: (row) => <span class="soft">{textOf(row, row.before)}</span>,
    },
    {
      name: texts.difference,
      isNumber: true,
      cell: (row) => (isZero(row.difference) ? <span class="soft">–</span> : <span>{changeOf(row)}</span>),
    },
  ];
}
