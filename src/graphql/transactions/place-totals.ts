import type { PlaceTotals } from '../../domain/transactions/place-totals.ts';
import { placeRateViews } from '../../domain/transactions/rate-views.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import { builder } from '../base/builder.ts';
import { PrecisionEnum, SourcedFromEnum } from '../base/enums.ts';
import { MatchedAddressDataRef } from '../places/matched-address.ts';
import { DocumentSalesTaxRatesRef, GtRatesRef } from '../places/rates.ts';

type PlaceOfDocument = PlaceTotals & { readonly snapshot: TransactionSnapshot };

export const PlaceTotalsRef = builder.objectRef<PlaceOfDocument>('PlaceTotals').implement({
  description: 'What a document sells to one place, and the tax there.',
  fields: (t) => ({
    country: t.field({
      type: 'CountryCode',
      description: 'Country whose tax it is, such as `DE`.',
      resolve: ({ place }) => place.country,
    }),
    state: t.string({
      nullable: true,
      description: 'State or region, such as `MN`; null where the country alone decides.',
      resolve: ({ place }) => place.subdivision,
    }),
    sourcedFrom: t.field({
      type: SourcedFromEnum,
      description: 'The address whose place decides the jurisdictions.',
      resolve: ({ place }) => place.sourcedFrom,
    }),
    matchedAddressData: t.field({
      type: MatchedAddressDataRef,
      description: 'The place that the shipping address was matched to.',
      resolve: ({ place }) => place.match,
    }),
    precision: t.field({
      type: PrecisionEnum,
      description: 'How precisely that address was located.',
      resolve: ({ place }) => place.match.precision,
    }),
    lines: t.stringList({
      extensions: { listSize: 5 },
      description: 'The lines that are taxed there, as JSON pointers such as `/items/0`.',
      resolve: ({ lines }) => [...lines],
    }),
    calculatedTotal: t.expose('calculatedTotal', {
      type: 'Decimal',
      description: 'Total of the lines after discounts. It includes tax if prices do.',
    }),
    taxableAmount: t.expose('taxableAmount', { type: 'Decimal', description: 'Part of the lines that is taxed.' }),
    taxAmount: t.expose('taxAmount', { type: 'Decimal', description: 'Tax on the lines.' }),
    salesTaxRates: t.field({
      type: DocumentSalesTaxRatesRef,
      nullable: true,
      description: 'General US rates of the place; null outside the US.',
      resolve: ({ snapshot, place, number }) => placeRateViews(snapshot, place, number).salesTaxRates,
    }),
    gtRates: t.field({
      type: GtRatesRef,
      nullable: true,
      description: 'General VAT or GST rates of the place; null in the US.',
      resolve: ({ snapshot, place, number }) => placeRateViews(snapshot, place, number).gtRates,
    }),
  }),
});
