import { placeTotals, type totalsByPlace } from '../../domain/transactions/place-totals.ts';
import { builder } from '../base/builder.ts';
import { recordFields } from '../base/record-type.ts';
import { TaxableLineRef } from './line.ts';

type PlaceTotals = ReturnType<typeof totalsByPlace>[number];

export const PlaceTotalsRef = builder.objectRef<PlaceTotals>(placeTotals.name).implement({
  description: placeTotals.description,
  fields: (t) => ({
    ...recordFields(t, placeTotals),
    lines: t.field({
      type: [TaxableLineRef],
      extensions: { listSize: 5 },
      description: 'Items taxed there, then the shipping fee.',
      resolve: ({ lines }) => [...lines],
    }),
  }),
});
