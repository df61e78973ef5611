import { ChoiceField, DayField, FilterForm, SearchField } from '../../base/filters.tsx';
import { useQuery } from '../../base/query.ts';
import { firstPage, path, withQuery } from '../../base/router.ts';
import { countryName, percent } from '../../format/format.ts';
import { periodName } from '../../format/period-text.ts';
import { stateCodes, stateName } from '../../format/place-text.ts';
import { documentsTexts } from '../../texts/documents.ts';
import { known, recordTexts } from '../../texts/records.ts';
import {
  chipNames,
  defaultOrder,
  isFiltered,
  isRate,
  openTypes,
  orders,
  reviews,
  statuses,
  types,
} from './list-query.ts';
import { customerNameOperation } from './operations.ts';

const { filters: texts, chips } = documentsTexts;

type FiltersProps = { readonly query: URLSearchParams };

export function Filters({ query }: FiltersProps) {
  return (
    <FilterForm label={texts.label}>
      <SearchField label={texts.number} name="q" query={query} />
      <ChoiceField
        label={texts.type}
        name="type"
        query={query}
        choices={[
          ['', texts.anyType],
          ...types.map((type) => [type, known(recordTexts.types, type)] as const),
          [openTypes, texts.openTypes],
        ]}
      />
      <ChoiceField
        label={texts.status}
        name="status"
        query={query}
        choices={[
          ['', texts.anyStatus],
          ...statuses.map((status) => [status, known(recordTexts.statuses, status)] as const),
        ]}
      />
      <ChoiceField
        label={texts.state}
        name="state"
        query={query}
        choices={[['', texts.anyState], ...stateCodes.map((code) => [code, stateName(code)] as const)]}
      />
      <ChoiceField
        label={texts.review}
        name="review"
        query={query}
        choices={[['', texts.anyReview], ...reviews.map((review) => [review, texts.reviews[review]] as const)]}
      />
      <DayField label={texts.from} name="from" query={query} />
      <DayField label={texts.to} name="to" query={query} />
      <ChoiceField
        label={texts.order}
        name="order"
        query={query}
        usual={defaultOrder}
        choices={orders.map((order) => [order, documentsTexts.orders[order]] as const)}
      />
      <Chips query={query} />
    </FilterForm>
  );
}

function Chips({ query }: FiltersProps) {
  const customerId = query.get('customer');
  const customer = useQuery(customerNameOperation, customerId === null ? null : { by: { serviceId: customerId } });
  if (!isFiltered(query)) return null;
  const { name, externalId } = customer.data?.customer ?? {};
  const textOf: Readonly<Record<(typeof chipNames)[number], (value: string) => string>> = {
    reported: (value) => chips.reported(value === 'all' ? '' : periodName(value)),
    nexus: () => chips.nexus,
    reason: (value) => chips.reason(known(recordTexts.reasons, value)),
    taxCode: chips.taxCode,
    rate: (value) => chips.rate(isRate(value) ? percent(value) : value),
    jurisdiction: chips.jurisdiction,
    currency: chips.currency,
    marketplace: (value) => chips.marketplace(value.trim()),
    // The member states end with `EU`, which names them.
    country: (value) => countryName(value.split(',').at(-1)!),
    customer: () => chips.customer(name ?? externalId ?? ''),
    filing: (value) => known(recordTexts.filingStatuses, value),
  };
  return (
    <div class="row chips">
      {chipNames.flatMap((chip) => {
        const value = query.get(chip);
        if (value === null) return [];
        const text = textOf[chip](value).trim();
        return (
          <a key={chip} class="chip" href={withQuery({ [chip]: null, ...firstPage })} aria-label={chips.remove(text)}>
            {text} <span aria-hidden="true">✕</span>
          </a>
        );
      })}
      <a href={path.value}>{texts.clear}</a>
    </div>
  );
}
