import { ChoiceField, FilterForm, SearchField } from '../../base/filters.tsx';
import { path } from '../../base/router.ts';
import { customersTexts } from '../../texts/customers.ts';
import { customerTypes, defaultOrder, isFiltered, orders } from './list-query.ts';

const { filters: texts, types, orders: orderTexts } = customersTexts;

export function Filters({ query }: { readonly query: URLSearchParams }) {
  return (
    <FilterForm label={texts.label}>
      <SearchField label={texts.search} name="q" query={query} />
      <ChoiceField
        label={texts.type}
        name="type"
        query={query}
        choices={[['', texts.anyType], ...customerTypes.map((type) => [type, types[type]] as const)]}
      />
      <ChoiceField
        label={texts.taxNumber}
        name="number"
        query={query}
        choices={[
          ['', texts.anyTaxNumber],
          ['with', texts.with],
          ['without', texts.without],
        ]}
      />
      <ChoiceField
        label={texts.order}
        name="order"
        query={query}
        usual={defaultOrder}
        choices={orders.map((order) => [order, orderTexts[order]] as const)}
      />
      {isFiltered(query) && (
        <div class="row chips">
          <a href={path.value}>{texts.clear}</a>
        </div>
      )}
    </FilterForm>
  );
}
