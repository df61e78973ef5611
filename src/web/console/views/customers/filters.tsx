import { path } from '../../base/router.ts';
import { ChoiceField, SearchField } from '../../base/search-field.tsx';
import { customersTexts } from '../../texts/customers.ts';
import { customerTypes, defaultOrder, isFiltered, orders } from './list-query.ts';

const { filters: texts, types, orders: orderTexts } = customersTexts;

/** Each choice changes the address, so the list can be sent as a link. */
export function Filters({ query }: { readonly query: URLSearchParams }) {
  return (
    <form class="filters no-print" aria-label={texts.label} onSubmit={(event) => event.preventDefault()}>
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
    </form>
  );
}
