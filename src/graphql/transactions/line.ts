import { notice } from '../../domain/base/notice.ts';
import { type Item, item, type ShippingFee, taxableLine } from '../../domain/transactions/document-line.ts';
import { gtRates, noGtRates, noSalesTaxRates, salesTaxRates } from '../../domain/transactions/rate-views.ts';
import { jurisdictionalSalesTaxRules } from '../../domain/transactions/rule-views.ts';
import { placeOfLine } from '../../domain/transactions/snapshot-places.ts';
import { builder } from '../base/builder.ts';
import type { GraphqlContext } from '../base/context.ts';
import { recordFields, recordType } from '../base/record-type.ts';
import { JurisdictionalSalesTaxRulesRef } from '../places/tax-rules.ts';
import { fromFrozen, noticesOf, rateViewsOf, shownTaxLines } from './frozen-line.ts';
import { placeOf } from './line-places.ts';
import { ShippingAddressRef } from './shipping-address.ts';
import { TaxLineRef } from './tax-lines.ts';

type Line = Item | ShippingFee;

export const TaxableLineRef = builder.interfaceRef<Line>(taxableLine.name).implement({
  description: taxableLine.description,
  resolveType: (line) => ('name' in line ? 'Item' : 'ShippingFee'),
  fields: (t) => ({
    ...recordFields(t, taxableLine),
    pointer: t.string({
      description: 'JSON pointer to the line, as in notices, trace and checks: `/items/0` or `/shippingFee`.',
      resolve: (line, _args, ctx) => pointerOf(placeOf(ctx, line).index),
    }),
    salesTaxRates: t.field({
      type: recordType(salesTaxRates),
      nullable: true,
      description: 'US rates applied to the line; null outside the US.',
      resolve: (line, _args, ctx) => fromFrozen(line, ctx, (...frozen) => rateViewsOf(...frozen).salesTaxRates),
    }),
    gtRates: t.field({
      type: recordType(gtRates),
      nullable: true,
      description: 'VAT or GST rates applied to the line; null in the US.',
      resolve: (line, _args, ctx) => fromFrozen(line, ctx, (...frozen) => rateViewsOf(...frozen).gtRates),
    }),
    jurisdictionalSalesTaxRules: t.field({
      type: JurisdictionalSalesTaxRulesRef,
      description: 'Rules of the state or country for the line.',
      resolve: (line, _args, ctx) => fromFrozen(line, ctx, jurisdictionalSalesTaxRules),
    }),
    taxLines: t.field({
      type: [TaxLineRef],
      extensions: { listSize: 5 },
      description: 'Tax by jurisdiction; the amounts add up to `taxAmount`.',
      resolve: (line, _args, ctx) => fromFrozen(line, ctx, shownTaxLines),
    }),
    notices: t.field({
      type: [recordType(notice)],
      extensions: { listSize: 5 },
      description: 'Notices about the line and its fields.',
      resolve: (line, _args, ctx) => {
        const { document, index } = placeOf(ctx, line);
        return noticesOf(document).get(pointerOf(index)) ?? [];
      },
    }),
  }),
});

export const ItemRef = builder.objectRef<Item>(item.name).implement({
  description: item.description,
  interfaces: [TaxableLineRef],
  fields: (t) => ({
    ...recordFields(t, item),
    refundFraction: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Refunded share of the invoice item, as submitted; null if omitted.',
      resolve: refundFractionOf,
    }),
    shippingAddress: t.field({
      type: ShippingAddressRef,
      nullable: true,
      description:
        'Shipping address of the item, and the matched place; null if the item ships to the document’s address.',
      resolve: (one, _args, ctx) =>
        one.shippingAddress ? { ...one.shippingAddress, place: async () => fromFrozen(one, ctx, placeOfLine) } : null,
    }),
  }),
});

export const ShippingFeeRef = builder.objectRef<ShippingFee>('ShippingFee').implement({
  description:
    'Shipping fee of a document, with its US rates and its VAT or GST rates. Rates that do not apply are zero.',
  interfaces: [TaxableLineRef],
  fields: (t) => ({
    salesTaxRates: t.field({
      type: recordType(salesTaxRates),
      description: 'US rates applied; zeros outside the US.',
      resolve: (parent, _args, ctx) =>
        fromFrozen(parent, ctx, (...frozen) => rateViewsOf(...frozen).salesTaxRates ?? noSalesTaxRates),
    }),
    gtRates: t.field({
      type: recordType(gtRates),
      description: 'VAT or GST rates applied; zeros in the US.',
      resolve: (parent, _args, ctx) =>
        fromFrozen(parent, ctx, (...frozen) => rateViewsOf(...frozen).gtRates ?? noGtRates),
    }),
  }),
});

function pointerOf(index: number | 'shippingFee'): string {
  return index === 'shippingFee' ? '/shippingFee' : `/items/${index}`;
}

function refundFractionOf(one: Item, _args: object, ctx: GraphqlContext) {
  const { document, index } = placeOf(ctx, one);
  return document.refundOf?.sentItems?.[Number(index)]?.refundFraction ?? null;
}
