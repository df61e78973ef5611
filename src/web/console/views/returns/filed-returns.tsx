import { Csv } from '../../base/download.tsx';
import { ChoiceField, FilterForm } from '../../base/filters.tsx';
import type { ResultOf, VariablesOf } from '../../base/graphql.ts';
import { returnLink } from '../../base/links.ts';
import { List } from '../../base/list.tsx';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { ReturnStatus } from '../../base/return-status.tsx';
import { pageOf } from '../../base/router.ts';
import type { Column } from '../../base/table.tsx';
import { instantText, money, number } from '../../format/format.ts';
import { periodName } from '../../format/period-text.ts';
import { placeName, stateCodes, stateName } from '../../format/place-text.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { returnsTexts } from '../../texts/returns.ts';
import { filedReturnsOperation } from './operations.ts';

const { filed: texts, columns: names, filters, statuses } = returnsTexts;

type Row = NonNullable<ResultOf<typeof filedReturnsOperation>['taxReturns']>['nodes'][number];
type Status = Row['status'];

const statusNames = Object.keys(statuses) as Status[];

function filterOf(query: URLSearchParams): VariablesOf<typeof filedReturnsOperation>['filter'] {
  const state = query.get('state');
  const status = statusNames.find((one) => one === query.get('status'));
  return {
    ...(state && { country: { eq: 'US' }, state: { eq: state } }),
    ...(status && { status: { eq: status } }),
  };
}

/** The REST path of the same list, as CSV. */
function reportPath(query: URLSearchParams): string {
  const [state, status] = [query.get('state'), query.get('status')];
  const asked = new URLSearchParams({
    format: 'csv',
    ...(state && { country: 'US', state }),
    ...(status && { status }),
  });
  return `/v1/returns?${asked}`;
}

export function FiledReturns({ query }: { readonly query: URLSearchParams }) {
  const answer = useQuery(filedReturnsOperation, { filter: filterOf(query), ...pageOf(query, 25) });
  const isFiltered = query.has('state') || query.has('status');
  const aside = (
    <FilterForm label={filters.label} class="actions no-print">
      <ChoiceField
        label={filters.state}
        name="state"
        query={query}
        choices={[['', filters.anyState], ...stateCodes.map((code) => [code, stateName(code)] as const)]}
        isLabelHidden
      />
      <ChoiceField
        label={filters.status}
        name="status"
        query={query}
        choices={[['', filters.anyStatus], ...Object.entries(statuses)]}
        isLabelHidden
      />
      <Csv name="returns" path={reportPath(query)} />
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
        empty={isFiltered ? texts.noMatch : texts.none}
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
