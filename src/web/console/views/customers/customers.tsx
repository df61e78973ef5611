import { Badge } from '../../base/badge.tsx';
import { ChoiceField, Filters } from '../../base/filters.tsx';
import type { NodeOf, VariablesOf } from '../../base/graphql.ts';
import { customerPageLink } from '../../base/links.ts';
import { List } from '../../base/list.tsx';
import { choice, filterOf, isFiltered, type ListFilter, orderOf } from '../../base/list-filters.ts';
import { Page } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { pageOf } from '../../base/router.ts';
import type { Column } from '../../base/table.tsx';
import type { ViewProps } from '../../base/view.ts';
import { countryName } from '../../format/format.ts';
import { customersTexts as texts } from '../../texts/customers.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { customersOperation } from './operations.ts';

type Filter = NonNullable<VariablesOf<typeof customersOperation>['filter']>;

const customerFilters: readonly ListFilter<Filter>[] = [
  { name: 'q', label: texts.filters.search, field: 'text', where: (search) => ({ search }) },
  choice({
    name: 'type',
    label: texts.filters.type,
    any: texts.filters.anyType,
    texts: texts.types,
    where: (type) => ({ customerType: { eq: type } }),
  }),
  choice({
    name: 'number',
    label: texts.filters.taxNumber,
    any: texts.filters.anyTaxNumber,
    texts: texts.filters.taxNumbers,
    where: (which) => ({ taxNumber: { isNull: which === 'without' } }),
  }),
];

type Row = NodeOf<typeof customersOperation, 'customers'>;

const defaultOrder = 'NAME';

export function Customers({ query }: ViewProps) {
  const field = orderOf(texts.orders, query, defaultOrder);
  const answer = useQuery(customersOperation, {
    filter: filterOf(customerFilters, query),
    orderBy: { field, direction: field === 'NAME' ? 'ASC' : 'DESC' },
    ...pageOf(query, 40),
  });
  return (
    <Page title={texts.title} isBusy={answer.isLoading}>
      <Filters filters={customerFilters} query={query}>
        <ChoiceField
          label={texts.filters.order}
          name="order"
          query={query}
          usual={defaultOrder}
          choices={Object.entries(texts.orders)}
        />
      </Filters>
      <section class="panel" aria-label={texts.title}>
        <List
          answer={answer}
          field="customers"
          lines={12}
          caption={texts.title}
          columns={columns}
          keyOf={({ serviceId }) => serviceId}
          empty={isFiltered(customerFilters, query) ? texts.noMatch : texts.empty}
          pages={texts.pages}
        />
      </section>
    </Page>
  );
}

const { columns: names } = texts;

const columns: readonly Column<Row>[] = [
  {
    name: names.customer,
    cell: ({ serviceId, name, externalId, email, exemptions }) => (
      <>
        <a href={customerPageLink(serviceId)} class="strong">
          {name ?? externalId}
        </a>
        <div class="small soft">{[name === null ? null : externalId, email].filter(Boolean).join(' · ')}</div>
        <div class="narrow">
          <Certificates exemptions={exemptions} />
        </div>
      </>
    ),
  },
  {
    name: names.type,
    isExtra: true,
    cell: ({ customerType }) => (
      <Badge tone={customerType === 'RETAIL' ? 'plain' : 'accent'}>{known(texts.types, customerType)}</Badge>
    ),
  },
  { name: names.place, isExtra: true, cell: ({ address }) => <Place address={address} /> },
  { name: names.taxNumber, isExtra: true, cell: ({ taxNumber }) => <code>{taxNumber}</code> },
  { name: names.certificates, isExtra: true, cell: ({ exemptions }) => <Certificates exemptions={exemptions} /> },
];

function Place({ address }: Pick<Row, 'address'>) {
  if (!address) return null;
  const { city, state, country } = address;
  const place = country === null || country === 'US' ? state : countryName(country);
  return <>{[city, place].filter(Boolean).join(', ')}</>;
}

function Certificates({ exemptions }: Pick<Row, 'exemptions'>) {
  if (!exemptions || exemptions.nodes.length === 0) return null;
  return (
    <span class="badges">
      {exemptions.nodes.map(({ state, country, certificateStatus }, index) => {
        const tone = certificateStatus === 'ACTIVE' ? 'good' : certificateStatus === 'EXPIRING_SOON' ? 'warn' : 'plain';
        const status = known(recordTexts.certificateStatuses, certificateStatus);
        return (
          <Badge tone={tone} key={index}>
            {state ?? country}
            {certificateStatus !== 'ACTIVE' && ` · ${status.toLowerCase()}`}
          </Badge>
        );
      })}
      {exemptions.pageInfo.hasNextPage && <span class="small soft">{texts.moreCertificates}</span>}
    </span>
  );
}
