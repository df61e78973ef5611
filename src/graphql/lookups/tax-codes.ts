import { taxCode, taxCodeKind } from '../../domain/lookups/catalogue.ts';
import { taxCodesInput } from '../../domain/lookups/catalogue-input.ts';
import { searchTaxCodes } from '../../usecases/lookups/search-tax-codes.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { connectionOf } from '../base/connection.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { enumOf, recordType } from '../base/record-type.ts';
import { pagesOfWholeList } from '../base/whole-list.ts';

const described = descriptionsOf(taxCodesInput);

const TaxCodeRef = recordType(taxCode);
const TaxCodeConnectionRef = connectionOf(TaxCodeRef);

function searchArguments() {
  return builder.args((t) => ({
    search: t.string({ description: described.search }),
    category: t.string({ description: described.category }),
    kind: t.field({ type: enumOf(taxCodeKind), description: described.kind }),
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
