import { parseInput } from '../../domain/base/parse-input.ts';
import { withoutNulls } from '../../domain/base/plain-object.ts';
import type { TaxCode } from '../../domain/lookups/catalogue.ts';
import { taxCodesInput } from '../../domain/lookups/catalogue-input.ts';
import { searchTaxCodes } from '../../usecases/lookups/search-tax-codes.ts';
import type { Builder } from '../base/builder.ts';
import type { LookupEnums } from './lookup-enums.ts';

/** The catalogue of tax codes. */
export function addTaxCodes(builder: Builder, lookupEnums: LookupEnums) {
  const taxCode = builder.objectRef<TaxCode>('TaxCode').implement({
    description: 'A code that says what is sold, and so how it is taxed.',
    fields: (t) => ({
      code: t.exposeString('code', { description: 'What lines carry: `C1S2`.' }),
      name: t.exposeString('name', { description: 'A few words for lists: `Clothing`.' }),
      description: t.exposeString('description', { description: 'Which goods or services belong to it.' }),
      category: t.exposeString('category', { description: 'The category of the facts that decides its taxability.' }),
      kind: t.expose('kind', { type: lookupEnums.taxCodeKind, description: 'What kind of thing it is for.' }),
      isTangible: t.exposeBoolean('isTangible', { description: 'Whether it stands for things that can be touched.' }),
    }),
  });
  builder.queryField('taxCodes', (t) =>
    t.field({
      type: [taxCode],
      extensions: { listSize: 60 },
      description: 'The tax codes that fit, in the order of the catalogue. Needs the scope `tax:read`.',
      args: {
        search: t.arg.string({ description: 'Words that must all occur in code, name, description or category.' }),
        category: t.arg.string({ description: 'Only codes that the facts of the law put here: `clothing`, `books`.' }),
        kind: t.arg({
          type: lookupEnums.taxCodeKind,
          description: 'Only goods, digital goods, services, or delivery.',
        }),
      },
      resolve: async (_root, args, ctx) => [
        ...(await searchTaxCodes(ctx, parseInput(taxCodesInput, withoutNulls(args)))),
      ],
    }),
  );
  return taxCode;
}

export type TaxCodeRef = ReturnType<typeof addTaxCodes>;
