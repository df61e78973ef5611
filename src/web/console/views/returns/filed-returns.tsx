import { Csv } from '../../base/download.tsx';
import type { ResultOf, VariablesOf } from '../../base/graphql.ts';
import { returnLink } from '../../base/links.ts';
import { Panel } from '../../base/page.tsx';
import { Pages } from '../../base/pages.tsx';
import { useQuery } from '../../base/query.ts';
import { ReturnStatus } from '../../base/return-status.tsx';
import { navigate, withQuery } from '../../base/router.ts';
import { Empty, Loaded } from '../../base/states.tsx';
import { type Column, Table } from '../../base/table.tsx';
import { instantText, money, number } from '../../format/format.ts';
import { periodName } from '../../format/period-text.ts';
import { placeName, stateCodes, stateName } from '../../format/place-text.ts';
import { known } from '../../texts/records.ts';
import { returnsTexts } from '../../texts/returns.ts';
import { filedBeforeOperation, filedReturnsOperation } from './operations.ts';

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

/** The parameters of the same list in REST. */
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
  const filter = filterOf(query);
  const before = query.get('before');
  const forwards = useQuery(filedReturnsOperation, before === null ? { filter, after: query.get('after') } : null);
  const backwards = useQuery(filedBeforeOperation, before === null ? null : { filter, before });
  const answer = before === null ? forwards : backwards;
  const isFiltered = query.has('state') || query.has('status');
  const choose = (name: string) => (event: { readonly currentTarget: { readonly value: string } }) =>
    navigate(withQuery({ [name]: event.currentTarget.value, after: null, before: null }), { replace: true });
  const aside = (
    <form class="actions no-print" aria-label={filters.label} onSubmit={(event) => event.preventDefault()}>
      <select aria-label={filters.state} value={query.get('state') ?? ''} onChange={choose('state')}>
        <option value="">{filters.anyState}</option>
        {stateCodes.map((code) => (
          <option key={code} value={code}>
            {stateName(code)}
          </option>
        ))}
      </select>
      <select aria-label={filters.status} value={query.get('status') ?? ''} onChange={choose('status')}>
        <option value="">{filters.anyStatus}</option>
        {statusNames.map((status) => (
          <option key={status} value={status}>
            {statuses[status]}
          </option>
        ))}
      </select>
      <Csv name="returns" path={reportPath(query)} />
    </form>
  );
  return (
    <Panel title={texts.title} aside={aside}>
      <Loaded query={answer} field="taxReturns" lines={10}>
        {({ taxReturns }) =>
          !taxReturns || taxReturns.nodes.length === 0 ? (
            <Empty title={isFiltered ? texts.noMatch : texts.none}>
              {isFiltered ? texts.noMatchText : texts.noneText}
            </Empty>
          ) : (
            <>
              <Table
                caption={texts.title}
                columns={columns}
                rows={taxReturns.nodes}
                keyOf={({ place, scheme, period }) => `${place} ${scheme} ${period}`}
              />
              <Pages label={texts.pages} page={taxReturns.pageInfo} />
            </>
          )
        }
      </Loaded>
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
        {row.scheme !== 'STANDARD' && <span class="small soft block">{known(returnsTexts.schemes, row.scheme)}</span>}
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
    cell: ({ filings }) => number(filings.at(-1)?.transactionCount ?? 0),
  },
];
