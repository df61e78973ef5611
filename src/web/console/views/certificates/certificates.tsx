import { CertificateStatus } from '../../base/certificate-status.tsx';
import { ChoiceField, FilterForm, SearchField } from '../../base/filters.tsx';
import type { ResultOf } from '../../base/graphql.ts';
import { certificateLink, certificateRequestsPath, customerPageLink, documentsLink } from '../../base/links.ts';
import { List } from '../../base/list.tsx';
import { Page } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { firstPage, pageOf, withQuery } from '../../base/router.ts';
import type { Column } from '../../base/table.tsx';
import type { ViewProps } from '../../base/view.ts';
import { dayText, distance } from '../../format/format.ts';
import { placeName, stateCodes, stateName } from '../../format/place-text.ts';
import { certificatesTexts as texts } from '../../texts/certificates.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { askedOf, files, isFiltered, reasons, statuses, statusOf } from './list-query.ts';
import { certificatesOperation } from './operations.ts';

type Row = NonNullable<ResultOf<typeof certificatesOperation>['exemptions']>['nodes'][number];

export function Certificates({ query }: ViewProps) {
  const answer = useQuery(certificatesOperation, { ...askedOf(query), ...pageOf(query, 50) });
  const status = statusOf(query);
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
      <nav class="tabs" aria-label={texts.tabs}>
        {statuses.map((one) => (
          <a
            key={one}
            href={withQuery({ status: one === 'expiring' ? null : one, ...firstPage })}
            aria-current={one === status ? 'true' : undefined}
          >
            {texts.statuses[one]}
          </a>
        ))}
      </nav>
      <Filters query={query} />
      <section class="panel" aria-label={texts.title}>
        <List
          answer={answer}
          field="exemptions"
          lines={8}
          caption={`${texts.title}: ${texts.statuses[status]}`}
          columns={columns}
          keyOf={({ serviceId }) => serviceId}
          empty={{ title: texts.none[status], text: isFiltered(query) ? texts.filteredText : texts.noneText }}
          pages={texts.pages}
        />
      </section>
    </Page>
  );
}

function Filters({ query }: { readonly query: URLSearchParams }) {
  const { filters } = texts;
  const clear = { q: null, state: null, reason: null, customer: null, file: null, ...firstPage };
  return (
    <FilterForm label={filters.label}>
      <SearchField label={filters.search} name="q" query={query} />
      <ChoiceField
        label={filters.state}
        name="state"
        query={query}
        choices={[['', filters.anyState], ...stateCodes.map((code) => [code, stateName(code)] as const)]}
      />
      <ChoiceField
        label={filters.reason}
        name="reason"
        query={query}
        choices={[
          ['', filters.anyReason],
          ...reasons.map((reason) => [reason, recordTexts.exemptionReasons[reason]] as const),
        ]}
      />
      <ChoiceField
        label={filters.file}
        name="file"
        query={query}
        choices={[['', filters.anyFile], ...files.map((file) => [file, filters.files[file]] as const)]}
      />
      {isFiltered(query) && (
        <div class="row chips">
          {query.has('customer') && <span class="chip">{filters.customer}</span>}
          <a href={withQuery(clear)}>{filters.clear}</a>
        </div>
      )}
    </FilterForm>
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
  {
    name: names.reason,
    isExtra: true,
    cell: ({ exemptionReason }) => exemptionReason && known(recordTexts.exemptionReasons, exemptionReason),
  },
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
