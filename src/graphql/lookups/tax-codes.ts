import { taxCode, taxCodeKind } from '../../domain/lookups/catalogue.ts';
import { taxCodesInput } from '../../domain/lookups/catalogue-input.ts';
import { searchTaxCodes } from '../../usecases/lookups/search-tax-codes.ts';
import { builder } from '../base/builder.ts';
import { connectionOf } from '../base/connection.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { needsScopes } from '../base/field-scope.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { recordType } from '../base/record-type.ts';
import { pagesOfWholeList } from '../base/whole-list.ts';
import { choiceFilterOf, StringFilterRef } from '../lists/comparators.ts';
import { readTaxCodeFilter } from '../lists/read-filter.ts';

const described = descriptionsOf(taxCodesInput);

const TaxCodeFilterRef = builder.inputType('TaxCodeFilter', {
  description: 'Selects the tax codes that meet all conditions.',
  fields: (t) => ({
    search: t.string({ description: described.search }),
    category: t.field({ type: StringFilterRef, description: described.category }),
    kind: t.field({ type: choiceFilterOf(taxCodeKind), description: described.kind }),
  }),
});

builder.queryField('taxCodes', (t) =>
  t.field({
    type: connectionOf(recordType(taxCode)),
    extensions: needsScopes('tax:read'),
    description: 'The tax codes in the order of the catalogue.',
    args: {
      ...pageArguments(),
      filter: t.arg({ type: TaxCodeFilterRef, description: 'Which tax codes to list; all if absent.' }),
    },
    resolve: async (_root, { filter, ...page }, ctx) =>
      pagesOfWholeList(page, await searchTaxCodes(ctx, readTaxCodeFilter(filter)), ({ code }) => code),
  }),
);
