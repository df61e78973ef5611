import { Panel } from '../../base/page.tsx';
import { Empty } from '../../base/states.tsx';
import { type Column, Table } from '../../base/table.tsx';
import { money, percent, signedMoney, signedPercent } from '../../format/format.ts';
import { tryTexts } from '../../texts/try.ts';
import { type Difference, differencesOf, type Quote } from './quote.ts';

const { differences: texts } = tryTexts;

/** The changes from the first variant to the second. */
export function Differences({ now, then }: { readonly now: Quote; readonly then: Quote }) {
  const { currency } = now;
  if (currency !== then.currency) {
    return (
      <Panel title={texts.title}>
        <Empty title={texts.currencies} />
      </Panel>
    );
  }
  const rows = differencesOf(now, then);
  const shown = (kind: Difference['kind'], value: string) =>
    kind === 'rate' ? percent(value) : money(value, currency);
  const columns: readonly Column<Difference>[] = [
    { name: texts.columns.what, cell: ({ what }) => what },
    { name: texts.columns.first, isNumber: true, isExtra: true, cell: ({ kind, first }) => shown(kind, first) },
    { name: texts.columns.second, isNumber: true, cell: ({ kind, second }) => shown(kind, second) },
    {
      name: texts.columns.difference,
      isNumber: true,
      cell: ({ kind, difference }) => (
        <strong>{kind === 'rate' ? signedPercent(difference) : signedMoney(difference, currency)}</strong>
      ),
    },
  ];
  return (
    <Panel title={texts.title}>
      {rows.length === 0 ? (
        <Empty title={texts.none} />
      ) : (
        <Table caption={texts.title} columns={columns} rows={rows} keyOf={({ key }) => key} />
      )}
    </Panel>
  );
}
