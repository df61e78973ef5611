import { ChoiceField, FilterFields, FilterForm } from '../../base/filters.tsx';
import { customerNameOperation } from '../../base/operations.ts';
import { useQuery } from '../../base/query.ts';
import { firstPage, path, withQuery } from '../../base/router.ts';
import { countryName, percent } from '../../format/format.ts';
import { periodName } from '../../format/period.ts';
import { baseTexts } from '../../texts/base.ts';
import { documentsTexts } from '../../texts/documents.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { chipNames, defaultOrder, documentFilters, isListFiltered, isRate } from './list-query.ts';

const { filters: texts, chips } = documentsTexts;

type FiltersProps = { readonly query: URLSearchParams };

export function DocumentFilters({ query }: FiltersProps) {
  return (
    <FilterForm label={baseTexts.filters}>
      <FilterFields filters={documentFilters} query={query} />
      <ChoiceField
        label={texts.order}
        name="order"
        query={query}
        usual={defaultOrder}
        choices={Object.entries(documentsTexts.orders)}
      />
      <Chips query={query} />
    </FilterForm>
  );
}

function Chips({ query }: FiltersProps) {
  const customerId = query.get('customer');
  const customer = useQuery(customerNameOperation, customerId === null ? null : { by: { serviceId: customerId } });
  if (!isListFiltered(query)) return null;
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
      <a href={path.value}>{baseTexts.clearFilters}</a>
    </div>
  );
}
