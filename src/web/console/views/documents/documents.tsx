import { Badge } from '../../base/badge.tsx';
import { documentColumns } from '../../base/columns.tsx';
import { Csv } from '../../base/download.tsx';
import type { NodeOf } from '../../base/graphql.ts';
import { customerDocumentsLink, documentLink } from '../../base/links.ts';
import { List } from '../../base/list.tsx';
import { Page } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { pageOf } from '../../base/router.ts';
import type { Column } from '../../base/table.tsx';
import type { ViewProps } from '../../base/view.ts';
import { dayText } from '../../format/format.ts';
import { placeName } from '../../format/place-text.ts';
import { documentsTexts } from '../../texts/documents.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { DocumentFilters } from './filters.tsx';
import { askedOf, csvPathOf, isListFiltered } from './list-query.ts';
import { documentsOperation } from './operations.ts';
import { summaryOf } from './summary.ts';

type Row = NodeOf<typeof documentsOperation, 'transactions'>;

export function Documents({ query }: ViewProps) {
  const answer = useQuery(documentsOperation, { ...askedOf(query), ...pageOf(query, 50) });
  const csv = csvPathOf(query);
  return (
    <Page
      title={documentsTexts.title}
      isBusy={answer.isLoading}
      actions={
        csv !== null && (
          <>
            <Csv name="documents" path={csv} text={documentsTexts.summary} rewrite={summaryOf} />
            <Csv name="documents-all-columns" path={csv} text={documentsTexts.allColumns} />
          </>
        )
      }
    >
      <DocumentFilters query={query} />
      <section class="panel" aria-label={documentsTexts.title}>
        <List
          answer={answer}
          field="transactions"
          lines={12}
          caption={documentsTexts.title}
          columns={columns}
          keyOf={({ serviceId }) => serviceId}
          empty={isListFiltered(query) ? documentsTexts.noMatch : documentsTexts.empty}
          pages={documentsTexts.pages}
        />
      </section>
    </Page>
  );
}

const { columns: names } = documentsTexts;

const columns: readonly Column<Row>[] = [
  documentColumns.date,
  {
    name: names.number,
    cell: ({ serviceId, externalId, transactionType, transactionStatus, taxDate, customer }) => (
      <>
        <a href={documentLink(serviceId)} class="strong">
          {externalId}
        </a>{' '}
        {transactionType !== 'INVOICE' && <Badge>{known(recordTexts.types, transactionType)}</Badge>}
        {transactionStatus === 'CANCELLED' && (
          <span class="narrow">
            <Status status={transactionStatus} />
          </span>
        )}
        <span class="narrow small soft">
          {dayText(taxDate)} · {customer.name ?? customer.externalId}
        </span>
      </>
    ),
  },
  {
    name: names.customer,
    isExtra: true,
    cell: ({ customer }) => (
      <a href={customerDocumentsLink(customer.serviceId)} class="plain">
        {customer.name ?? customer.externalId}
      </a>
    ),
  },
  {
    name: names.place,
    isExtra: true,
    cell: ({ shippingAddress: { city, state, country } }) => {
      const name = placeName({ country: country ?? 'US', state: country === null || country === 'US' ? state : null });
      return [city, name].filter(Boolean).join(', ');
    },
  },
  documentColumns.tax,
  documentColumns.total,
  {
    name: names.status,
    isExtra: true,
    cell: ({ transactionStatus, transactionFilingStatus }) => (
      <span class="row tight">
        <Status status={transactionStatus} />
        {transactionFilingStatus === 'FILED' && <Badge tone="accent">{documentsTexts.filed}</Badge>}
      </span>
    ),
  },
];

function Status({ status }: { readonly status: Row['transactionStatus'] }) {
  const tone = status === 'CANCELLED' ? 'bad' : status === 'PAID' ? 'good' : 'plain';
  return <Badge tone={tone}>{known(recordTexts.statuses, status)}</Badge>;
}
