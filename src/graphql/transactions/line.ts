import { describedItemFields } from '../../domain/transactions/line-input.ts';
import { noGtRates, noSalesTaxRates } from '../../domain/transactions/rate-views.ts';
import { jurisdictionalSalesTaxRules } from '../../domain/transactions/rule-views.ts';
import { placeOfLine } from '../../domain/transactions/snapshot-places.ts';
import type { Item, LineFigures, ShippingFee } from '../../domain/transactions/transaction.ts';
import { AddressRef } from '../base/address.ts';
import { formatArgument, formatted, plainWithoutArguments } from '../base/amount-format.ts';
import { builder, type Types } from '../base/builder.ts';
import type { GraphqlContext } from '../base/context.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { TangibleCategoryEnum, TaxableCategoryEnum, TaxReasonEnum } from '../base/enums.ts';
import { NoticeRef } from '../base/notice.ts';
import { GtRatesRef, SalesTaxRatesRef } from '../places/rates.ts';
import { JurisdictionalSalesTaxRulesRef } from '../places/tax-rules.ts';
import { fromFrozen, noticesOf, rateViewsOf, taxLinesOf } from './frozen-line.ts';
import { placeOf } from './line-places.ts';
import { ShippingAddressRef } from './shipping-address.ts';
import { TaxLineRef } from './tax-line.ts';

/** What an item and a shipping fee share. */
type Line = Pick<Item & ShippingFee, keyof LineFigures | 'taxCode' | 'manualSalesTax' | 'manualSalesTaxRate'>;

const described = descriptionsOf(describedItemFields);

type LineAmount = 'totalPrice' | 'calculatedTotal' | 'taxAmount' | 'taxableAmount';

/** An amount that every line has, in the currency of its document. */
function lineAmount(t: PothosSchemaTypes.InterfaceFieldBuilder<Types, Line>, name: LineAmount, description: string) {
  return t.field({
    type: 'Decimal',
    description,
    args: formatArgument(),
    extensions: plainWithoutArguments,
    resolve: (line, { format }, ctx) =>
      formatted(line[name], { format, currency: placeOf(ctx, line).document.currency }),
  });
}

const TaxableLineRef = builder.interfaceRef<Line>('TaxableLine').implement({
  description: 'A line that tax is calculated on: an item or the shipping fee.',
  resolveType: (line) => ('name' in line ? 'Item' : 'ShippingFee'),
  fields: (t) => ({
    taxCode: t.exposeString('taxCode', {
      description: 'Tax code as sent. An unknown item code is taxed as general goods.',
    }),
    totalPrice: lineAmount(t, 'totalPrice', described.totalPrice),
    calculatedTotal: lineAmount(
      t,
      'calculatedTotal',
      'Price after discounts, on which tax is calculated. It includes tax if prices do.',
    ),
    taxAmount: lineAmount(t, 'taxAmount', 'Tax on the line, the sum of its `taxLines`.'),
    taxRate: t.expose('taxRate', {
      type: 'Decimal',
      description: 'Combined rate applied to the line, as a fraction of one.',
    }),
    taxableAmount: lineAmount(t, 'taxableAmount', 'Part of the price that is taxed.'),
    reason: t.expose('reason', { type: TaxReasonEnum, description: 'Reason for the tax on the line.' }),
    taxableCategory: t.expose('taxableCategory', {
      type: TaxableCategoryEnum,
      description: 'Whether the line is taxed, as calculated.',
    }),
    tangibleCategory: t.expose('tangibleCategory', {
      type: TangibleCategoryEnum,
      description: described.tangibleCategory,
    }),
    manualSalesTax: t.exposeBoolean('manualSalesTax', { nullable: true, description: described.manualSalesTax }),
    manualSalesTaxRate: t.expose('manualSalesTaxRate', {
      type: 'Decimal',
      nullable: true,
      description: described.manualSalesTaxRate,
    }),
    overrideReason: t.string({
      nullable: true,
      description: described.overrideReason,
      resolve: ({ overrideReason }) => overrideReason ?? null,
    }),
    computedTaxAmount: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Tax on the line without manual rates and exemption overrides; null if the document has none.',
      resolve: ({ computedTaxAmount }) => computedTaxAmount ?? null,
    }),
    salesTaxRates: t.field({
      type: SalesTaxRatesRef,
      nullable: true,
      description: 'US rates applied to the line; null outside the US.',
      resolve: (line, _args, ctx) => fromFrozen(line, ctx, (...frozen) => rateViewsOf(...frozen).salesTaxRates),
    }),
    gtRates: t.field({
      type: GtRatesRef,
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
      resolve: (line, _args, ctx) => fromFrozen(line, ctx, taxLinesOf),
    }),
    notices: t.field({
      type: [NoticeRef],
      extensions: { listSize: 5 },
      description: 'Remarks on the line and its fields.',
      resolve: (line, _args, ctx) => {
        const { document, index } = placeOf(ctx, line);
        return noticesOf(document).get(index === 'shippingFee' ? '/shippingFee' : `/items/${index}`) ?? [];
      },
    }),
  }),
});

export const ItemRef = builder.objectRef<Item>('Item').implement({
  description: 'An item sold, as one line of a document.',
  interfaces: [TaxableLineRef],
  fields: (t) => ({
    name: t.exposeString('name', { description: described.name }),
    description: t.exposeString('description', { nullable: true, description: described.description }),
    unitPrice: t.expose('unitPrice', {
      type: 'Decimal',
      nullable: true,
      description: 'Price of one unit, as sent; null if only `totalPrice` was sent.',
    }),
    quantity: t.expose('quantity', { type: 'Decimal', description: described.quantity }),
    discount: t.expose('discount', { type: 'Decimal', nullable: true, description: described.discount }),
    refundFraction: t.field({
      type: 'Decimal',
      nullable: true,
      description: described.refundFraction,
      resolve: refundFractionOf,
    }),
    shippingAddress: t.field({
      type: ShippingAddressRef,
      nullable: true,
      description:
        'Address that the item is shipped to, and the place it was matched to; null if it is shipped like the document.',
      resolve: (item, _args, ctx) =>
        item.shippingAddress
          ? { ...item.shippingAddress, place: async () => fromFrozen(item, ctx, placeOfLine) }
          : null,
    }),
    shipFromAddress: t.field({
      type: AddressRef,
      nullable: true,
      description: 'Address that the item is shipped from; null if it is that of the document.',
      resolve: ({ shipFromAddress }) => shipFromAddress ?? null,
    }),
    relativeTransactionDiscount: t.expose('relativeTransactionDiscount', {
      type: 'Decimal',
      description: 'Share of the discount on the whole document that is allocated to the item.',
    }),
  }),
});

export const ShippingFeeRef = builder.objectRef<ShippingFee>('ShippingFee').implement({
  description: 'The shipping fee of a document. It has both kinds of rates; the ones that do not apply are zero.',
  interfaces: [TaxableLineRef],
  fields: (t) => ({
    salesTaxRates: t.field({
      type: SalesTaxRatesRef,
      description: 'US rates applied; zeros outside the US.',
      resolve: (parent, _args, ctx) =>
        fromFrozen(parent, ctx, (...frozen) => rateViewsOf(...frozen).salesTaxRates ?? noSalesTaxRates),
    }),
    gtRates: t.field({
      type: GtRatesRef,
      description: 'VAT or GST rates applied; zeros in the US.',
      resolve: (parent, _args, ctx) =>
        fromFrozen(parent, ctx, (...frozen) => rateViewsOf(...frozen).gtRates ?? noGtRates),
    }),
  }),
});

function refundFractionOf(item: Item, _args: object, ctx: GraphqlContext) {
  const { document, index } = placeOf(ctx, item);
  return document.refundOf?.sentItems?.[Number(index)]?.refundFraction ?? null;
}
