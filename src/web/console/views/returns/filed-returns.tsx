import { ReturnStatus } from '../../base/badge.tsx';
import { Csv } from '../../base/download.tsx';
import { FilterFields, FilterForm } from '../../base/filters.tsx';
import type { NodeOf, VariablesOf } from '../../base/graphql.ts';
import { returnLink } from '../../base/links.ts';
import { List } from '../../base/list.tsx';
import { choice, filterOf, isFiltered, type ListFilter, stateFilter } from '../../base/list-filters.ts';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { pageOf, queryText } from '../../base/router.ts';
import type { Column } from '../../base/table.tsx';
import { instantText, money, number } from '../../format/format.ts';
import { periodName } from '../../format/period.ts';
import { placeName } from '../../format/place-text.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { returnsTexts } from '../../texts/returns.ts';
import { filedReturnsOperation } from './operations.ts';

const { filed: texts, columns: names, filters, statuses } = returnsTexts;

type Row = NodeOf<typeof filedReturnsOperation, 'taxReturns'>;
type Filter = NonNullable<VariablesOf<typeof filedReturnsOperation>['filter']>;

const returnFilters: readonly ListFilter<Filter>[] = [
  stateFilter,
  choice({
    name: 'status',
    label: filters.status,
    any: filters.anyStatus,
    texts: statuses,
    where: (status) => ({ status: { eq: status } }),
  }),
];

export function FiledReturns({ query }: { readonly query: URLSearchParams }) {
  const filter = filterOf(returnFilters, query);
  const answer = useQuery(filedReturnsOperation, { filter, ...pageOf(query, 25) });
  const asked = { country: filter.country?.eq, state: filter.state?.eq, status: filter.status?.eq };
  const aside = (
    <FilterForm label={filters.label} class="actions no-print">
      <FilterFields filters={returnFilters} query={query} isLabelHidden />
      <Csv name="returns" path={`/v1/returns${queryText({ format: 'csv', ...asked })}`} />
    </FilterForm>
  );
  return (
    <Panel title={texts.title} aside={aside}>
      <List
        answer={answer}
        field="taxReturns"
        lines={10}
        caption={texts.title}
        columns={columns}
        keyOf={({ place, scheme, period }) => `${place} ${scheme} ${period}`}
        empty={isFiltered(returnFilters, query) ? texts.noMatch : texts.none}
        pages={texts.pages}
      />
    </Panel>
  );
}

const columns: readonly Column<Row>[] = [
  {
    name: names.place,
    cell: (row) => (
      <>
        <a href={returnLink(row)} class="strong">
          {placeName(row)}
        </a>
        {row.scheme !== 'STANDARD' && <span class="small soft block">{known(recordTexts.schemes, row.scheme)}</span>}
      </>
    ),
  },
  { name: names.period, cell: ({ period }) => periodName(period) },
  {
    name: names.status,
    cell: ({ status, filings }) => (
      <>
        <ReturnStatus status={status} />
        {filings.length > 1 && <span class="small soft block">{texts.amendments(filings.length - 1)}</span>}
      </>
    ),
  },
  {
    name: names.filedAt,
    isExtra: true,
    cell: ({ filings }) => {
      const last = filings.at(-1);
      return last && <span class="no-wrap">{instantText(last.filedAt)}</span>;
    },
  },
  { name: names.reference, isExtra: true, cell: ({ filings }) => filings.at(-1)?.referenceNumber ?? '' },
  {
    name: names.paid,
    isNumber: true,
    isExtra: true,
    cell: ({ filings }) => {
      const { amountPaid, paidCurrency } = filings.at(-1) ?? {};
      return amountPaid != null && paidCurrency != null ? money(amountPaid, paidCurrency) : '';
    },
  },
  {
    name: names.documents,
    isNumber: true,
    isExtra: true,
    cell: ({ filings }) => number(filings.at(-1)?.transactionCount ?? 0),
  },
];
