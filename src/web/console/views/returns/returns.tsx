import { Csv } from '../../base/download.tsx';
import type { RootOf } from '../../base/graphql.ts';
import { nexusLink } from '../../base/links.ts';
import { Page, Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { type Column, Table } from '../../base/table.tsx';
import type { ViewProps } from '../../base/view.ts';
import { lastTwelveMonths, money } from '../../format/format.ts';
import { placeName } from '../../format/place-text.ts';
import { returnsTexts } from '../../texts/returns.ts';
import { DueReturns } from './due-returns.tsx';
import { FiledReturns } from './filed-returns.tsx';
import { unassignedTaxOperation } from './operations.ts';
import { OtherReturn } from './other-return.tsx';

/** The returns of all places: due, filed, and any other. */
export function Returns({ query }: ViewProps) {
  return (
    <Page title={returnsTexts.title} about={returnsTexts.about}>
      <DueReturns />
      <UnassignedTax />
      <FiledReturns query={query} />
      <OtherReturn />
    </Page>
  );
}

const { unassigned: texts, columns: names } = returnsTexts;

type Found = RootOf<typeof unassignedTaxOperation, 'liability'>;
type Row = NonNullable<Found['unassignedTax']>[number];

/** A panel with tax that no return reports; hidden if there is no such tax. */
function UnassignedTax() {
  const range = lastTwelveMonths();
  const answer = useQuery(unassignedTaxOperation, { period: { range } });
  const rows = answer.data?.liability?.unassignedTax ?? [];
  if (rows.length === 0) return null;
  const file = `/v1/returns/unassigned_tax?from=${range.from}&to=${range.to}&format=csv`;
  return (
    <Panel title={texts.title} aside={<Csv name="unassigned-tax" path={file} />}>
      <p class="panel-body small soft">{texts.about}</p>
      <Table
        caption={texts.title}
        columns={columns}
        rows={rows}
        keyOf={({ place, currency }) => `${place} ${currency}`}
      />
    </Panel>
  );
}

const columns: readonly Column<Row>[] = [
  { name: names.place, cell: (row) => <a href={nexusLink(row.place)}>{placeName(row)}</a> },
  { name: names.tax, isNumber: true, cell: ({ taxAmount, currency }) => money(taxAmount, currency) },
];
