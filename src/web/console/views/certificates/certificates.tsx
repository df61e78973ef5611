import { CertificateStatus } from '../../base/badge.tsx';
import { reasonColumn } from '../../base/columns.tsx';
import { Filters } from '../../base/filters.tsx';
import type { NodeOf } from '../../base/graphql.ts';
import { certificateLink, certificateRequestsPath, customerPageLink, documentsLink } from '../../base/links.ts';
import { List } from '../../base/list.tsx';
import { filterOf, isFiltered } from '../../base/list-filters.ts';
import { Page } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { firstPage, pageOf } from '../../base/router.ts';
import type { Column } from '../../base/table.tsx';
import { Tabs } from '../../base/tabs.tsx';
import type { ViewProps } from '../../base/view.ts';
import { dayText, distance } from '../../format/format.ts';
import { placeName } from '../../format/place-text.ts';
import { certificatesTexts as texts } from '../../texts/certificates.ts';
import { certificateFilters, tabs } from './filters.ts';
import { certificatesOperation } from './operations.ts';

type Row = NodeOf<typeof certificatesOperation, 'exemptions'>;

const statuses = Object.keys(tabs) as readonly (keyof typeof tabs)[];

export function Certificates({ query }: ViewProps) {
  const status = statuses.find((one) => one === query.get('status')) ?? 'expiring';
  const { filter, orderBy } = tabs[status];
  const answer = useQuery(certificatesOperation, {
    filter: { ...filter, ...filterOf(certificateFilters, query) },
    orderBy,
    ...pageOf(query, 50),
  });
  return (
    <Page
      title={texts.title}
      isBusy={answer.isLoading}
      actions={
        <>
          <a class="button" href={documentsLink({ review: 'unproven' })}>
            {texts.unproven}
          </a>
          <a class="button" href={certificateRequestsPath}>
            {texts.requests}
          </a>
        </>
      }
    >
      <Tabs
        label={texts.tabs}
        name="status"
        current={status}
        entries={Object.entries(texts.statuses)}
        also={firstPage}
      />
      <Filters filters={certificateFilters} query={query} />
      <section class="panel" aria-label={texts.title}>
        <List
          answer={answer}
          field="exemptions"
          lines={8}
          caption={`${texts.title}: ${texts.statuses[status]}`}
          columns={columns}
          keyOf={({ serviceId }) => serviceId}
          empty={{
            title: texts.none[status],
            text: isFiltered(certificateFilters, query) ? texts.filteredText : texts.noneText,
          }}
          pages={texts.pages}
        />
      </section>
    </Page>
  );
}

const { columns: names } = texts;

const columns: readonly Column<Row>[] = [
  {
    name: names.certificate,
    cell: ({ serviceId, certificate }) => (
      <a href={certificateLink(serviceId)} class="strong no-wrap">
        {certificate?.certificateId ?? certificate?.name ?? texts.noNumber}
      </a>
    ),
  },
  {
    name: names.customer,
    cell: ({ customer }) =>
      customer && (
        <a href={customerPageLink(customer.serviceId)} class="plain">
          {customer.name ?? customer.externalId}
        </a>
      ),
  },
  { name: names.place, isExtra: true, cell: placeName },
  reasonColumn,
  {
    name: names.left,
    cell: ({ validThrough }) =>
      validThrough === null ? (
        <span class="soft">{texts.noLastDay}</span>
      ) : (
        <>
          {dayText(validThrough)} <span class="small soft no-wrap">{distance(validThrough)}</span>
        </>
      ),
  },
  {
    name: names.status,
    isExtra: true,
    cell: ({ certificateStatus }) => <CertificateStatus status={certificateStatus} />,
  },
];
