import type { TaxCode } from '../../domain/lookups/catalogue.ts';
import { type taxCodeKinds, taxCodesInput } from '../../domain/lookups/catalogue-input.ts';
import { searchTaxCodes } from '../../usecases/lookups/search-tax-codes.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { connectionOf } from '../base/connection.ts';
import { describedEnum } from '../base/described-enum.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { pagesOfWholeList } from '../base/whole-list.ts';

const described = descriptionsOf(taxCodesInput);

const TaxCodeKindEnum = describedEnum('TaxCodeKind', 'The kind of goods or services of a tax code.', {
  GOODS: 'Tangible goods.',
  DIGITAL: 'Digital goods, software and software services.',
  SERVICE: 'Services and admissions.',
  SHIPPING: 'Delivery.',
  HANDLING: 'Packing and handling.',
  STORED_VALUE: 'Gift cards and other stored value.',
} satisfies Record<(typeof taxCodeKinds)[number], string>);

export const TaxCodeRef = builder.objectRef<TaxCode>('TaxCode').implement({
  description: 'A code for what is sold, which determines how it is taxed.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code that document lines use, such as `C1S2`.' }),
    name: t.exposeString('name', { description: 'Short name for lists, such as `Clothing`.' }),
    description: t.exposeString('description', { description: 'The goods or services that the code covers.' }),
    category: t.exposeString('category', {
      description: 'The category whose rules decide whether the code is taxable, such as `clothing`.',
    }),
    kind: t.expose('kind', { type: TaxCodeKindEnum, description: 'The kind of goods or services.' }),
    isTangible: t.exposeBoolean('isTangible', { description: 'Whether the code covers tangible goods.' }),
    isOnSite: t.exposeBoolean('isOnSite', {
      description: 'Whether it is supplied and taxed where it is used, whoever buys it, such as a hotel night.',
    }),
  }),
});

const TaxCodeConnectionRef = connectionOf(TaxCodeRef);

function searchArguments() {
  return builder.args((t) => ({
    search: t.string({ description: described.search }),
    category: t.string({ description: described.category }),
    kind: t.field({ type: TaxCodeKindEnum, description: described.kind }),
  }));
}

builder.queryField('taxCodes', (t) =>
  t.field({
    type: [TaxCodeRef],
    extensions: { listSize: 60 },
    description:
      'The tax codes that match all arguments, in the order of the catalogue, all at once. Needs the scope `tax:read`.',
    ...checkedArgs(searchArguments(), taxCodesInput),
    resolve: async (_root, { parsed }, ctx) => [...(await searchTaxCodes(ctx, parsed))],
  }),
);

builder.queryField('taxCodeConnection', (t) =>
  t.field({
    type: TaxCodeConnectionRef,
    description: 'The same tax codes as `taxCodes`, page by page. Needs the scope `tax:read`.',
    ...checkedArgs({ ...pageArguments(), ...searchArguments() }, taxCodesInput),
    resolve: async (_root, { parsed, ...page }, ctx) =>
      pagesOfWholeList(page, await searchTaxCodes(ctx, parsed), ({ code }) => code),
  }),
);
