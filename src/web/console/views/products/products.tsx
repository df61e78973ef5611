import { useState } from 'preact/hooks';
import { Confirm, type FieldText } from '../../base/change-form.tsx';
import { Filters } from '../../base/filters.tsx';
import type { NodeOf, VariablesOf } from '../../base/graphql.ts';
import { List } from '../../base/list.tsx';
import { filterOf, type ListFilter } from '../../base/list-filters.ts';
import { Page, Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { attempt } from '../../base/refusal.ts';
import { pageOf } from '../../base/router.ts';
import type { Column } from '../../base/table.tsx';
import type { ViewProps } from '../../base/view.ts';
import { dayText } from '../../format/format.ts';
import { productsTexts as texts } from '../../texts/products.ts';
import { mapOperation, productsOperation, unmappedOperation } from './operations.ts';

type Unmapped = NodeOf<typeof unmappedOperation, 'unmappedProducts'>;
type Product = NodeOf<typeof productsOperation, 'products'>;
type Named = Pick<Product, 'source' | 'externalId' | 'name' | 'category'>;
/** A product to map, with the suggested code. */
type Chosen = { readonly product: Named; readonly taxCode: string; readonly reason: string | null };

const filters: readonly ListFilter<NonNullable<VariablesOf<typeof productsOperation>['filter']>>[] = [
  { name: 'q', label: texts.search, field: 'text', where: (name) => ({ name: { contains: name } }) },
];

/**
 * The products without a tax code, best-selling first, then all stored products. A suggestion takes effect once a user
 * saves it.
 */
export function Products({ query }: ViewProps) {
  const unmapped = useQuery(unmappedOperation, {});
  const products = useQuery(productsOperation, { filter: filterOf(filters, query), ...pageOf(query, 40) });
  const [chosen, choose] = useState<Chosen | null>(null);
  const keyOf = ({ source, externalId }: Named) => `${source}/${externalId}`;
  return (
    <Page title={texts.title} isBusy={unmapped.isLoading || products.isLoading}>
      <Panel title={texts.unmapped}>
        <List
          answer={unmapped}
          field="unmappedProducts"
          lines={4}
          caption={texts.unmapped}
          columns={unmappedColumns(choose)}
          keyOf={keyOf}
          empty={texts.allMapped}
        />
      </Panel>
      <Filters filters={filters} query={query} />
      <Panel title={texts.mapped}>
        <List
          answer={products}
          field="products"
          lines={8}
          caption={texts.mapped}
          columns={productColumns(choose)}
          keyOf={keyOf}
          empty={texts.empty}
          pages={texts.pages}
        />
      </Panel>
      {chosen && <MapDialog key={keyOf(chosen.product)} {...chosen} onClose={() => choose(null)} />}
    </Page>
  );
}

function MapDialog({ product, taxCode, reason, onClose }: Chosen & { readonly onClose: () => void }) {
  const { source, externalId, name, category } = product;
  const send = (typed: FieldText) => {
    const sent = { source, externalId, name, category, taxCode: typed('taxCode') };
    return attempt(mapOperation, { input: { product: sent } });
  };
  return (
    <Confirm title={texts.dialogTitle(name ?? externalId)} onClose={onClose} confirm={texts.confirm} send={send}>
      <p>{texts.note}</p>
      <label>
        {texts.taxCode}
        <input name="taxCode" required autocomplete="off" spellcheck={false} maxLength={256} defaultValue={taxCode} />
        {reason !== null && <span class="small soft plain-text">{reason}</span>}
      </label>
    </Confirm>
  );
}

const { columns: names } = texts;

const nameCell = ({ source, externalId, name }: Named) => (
  <>
    <span class="strong">{name ?? externalId}</span>
    <div class="small soft">
      {[name === null ? null : externalId, texts.source(source)].filter(Boolean).join(' · ')}
    </div>
  </>
);

const unmappedColumns = (choose: (chosen: Chosen) => void): readonly Column<Unmapped>[] => [
  { name: names.product, cell: nameCell },
  {
    name: names.sales,
    cell: ({ saleCount, lastSoldOn }) => (
      <>
        <span class="no-wrap">{texts.sales(saleCount)}</span>
        {lastSoldOn !== null && <div class="small soft">{texts.lastSold(dayText(lastSoldOn))}</div>}
      </>
    ),
  },
  {
    name: names.suggestion,
    isExtra: true,
    cell: ({ suggestions: [best] }) =>
      best ? (
        <>
          {best.name} <code>{best.taxCode}</code>
          <div class="small soft">{best.reason}</div>
        </>
      ) : (
        <span class="soft">{texts.noSuggestion}</span>
      ),
  },
  {
    name: names.change,
    cell: ({ suggestions: [best], ...product }) => (
      <button
        type="button"
        onClick={() => choose({ product, taxCode: best?.taxCode ?? '', reason: best?.reason ?? null })}
        aria-label={`${texts.map} ${product.name ?? product.externalId}`}
      >
        {texts.map}
      </button>
    ),
  },
];

const productColumns = (choose: (chosen: Chosen) => void): readonly Column<Product>[] => [
  { name: names.product, cell: nameCell },
  { name: names.category, isExtra: true, cell: ({ category }) => category },
  { name: names.taxCode, cell: ({ taxCode }) => taxCode && <code>{taxCode}</code> },
  {
    name: names.change,
    cell: (product) => (
      <button
        type="button"
        onClick={() => choose({ product, taxCode: product.taxCode ?? '', reason: null })}
        aria-label={`${texts.change} ${product.name ?? product.externalId}`}
      >
        {texts.change}
      </button>
    ),
  },
];
