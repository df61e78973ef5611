import { lineRateViews, noGtRates, noSalesTaxRates } from '../../domain/transactions/rate-views.ts';
import { jurisdictionalSalesTaxRules } from '../../domain/transactions/rule-views.ts';
import type { Item, LineFigures, ShippingFee } from '../../domain/transactions/transaction.ts';
import type { SnapshotLine, TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import type { Builder } from '../base/builder.ts';
import type { GraphqlContext } from '../base/context.ts';
import { TangibleCategoryEnum, TaxableCategoryEnum, TaxReasonEnum } from '../base/enums.ts';
import { NoticeRef } from '../base/notice.ts';
import { GtRatesRef, SalesTaxRatesRef } from '../places/rates.ts';
import { JurisdictionalSalesTaxRulesRef } from '../places/tax-rules.ts';
import { placeOf } from './line-places.ts';
import { snapshotOf } from './snapshot.ts';
import { addTaxLines } from './tax-line.ts';

/** What an item and a shipping fee share. */
type Line = Pick<Item & ShippingFee, keyof LineFigures | 'taxCode' | 'manualSalesTax' | 'manualSalesTaxRate'>;

export function addLines(builder: Builder) {
  const { jurisdiction, taxLine, documentTaxLine } = addTaxLines(builder);
  const line = addTaxableLine(builder, { taxLine });
  return {
    item: addItem(builder, line),
    shippingFee: addShippingFee(builder, line),
    documentTaxLine,
    jurisdiction,
  };
}

export type Lines = ReturnType<typeof addLines>;
async function frozen(line: Line, ctx: GraphqlContext): Promise<[TransactionSnapshot, SnapshotLine]> {
  const { document, index } = placeOf(ctx, line);
  const snapshot = await snapshotOf(document, ctx);
  const frozenLine = index === 'shippingFee' ? snapshot.shippingFee : snapshot.items[index];
  if (!frozenLine) throw new Error(`The snapshot of ${document.serviceId} lacks the line ${index}.`);
  return [snapshot, frozenLine];
}

type LineParts = {
  readonly taxLine: ReturnType<typeof addTaxLines>['taxLine'];
};

function addTaxableLine(builder: Builder, { taxLine }: LineParts) {
  return builder.interfaceRef<Line>('TaxableLine').implement({
    description: 'What is taxed: an item, or the shipping fee.',
    resolveType: (line) => ('name' in line ? 'Item' : 'ShippingFee'),
    fields: (t) => ({
      taxCode: t.exposeString('taxCode', {
        description: 'The tax code as sent; an unknown one is taxed as general goods.',
      }),
      totalPrice: t.expose('totalPrice', { type: 'Decimal', description: 'Before discounts and tax.' }),
      calculatedTotal: t.expose('calculatedTotal', {
        type: 'Decimal',
        description: 'After discounts: what the tax is worked out on, with the tax inside when prices include it.',
      }),
      taxAmount: t.expose('taxAmount', {
        type: 'Decimal',
        description: 'The tax on it, which the jurisdictions of `taxLines` share.',
      }),
      taxRate: t.expose('taxRate', {
        type: 'Decimal',
        description: 'The rate applied, all jurisdictions together, as a fraction.',
      }),
      taxableAmount: t.expose('taxableAmount', { type: 'Decimal', description: 'The part that is taxed.' }),
      reason: t.expose('reason', { type: TaxReasonEnum, description: 'Why it bears the tax it bears.' }),
      taxableCategory: t.expose('taxableCategory', {
        type: TaxableCategoryEnum,
        description: 'Whether it is taxed, as worked out.',
      }),
      tangibleCategory: t.expose('tangibleCategory', {
        type: TangibleCategoryEnum,
        description: 'As sent, else as its tax code says.',
      }),
      manualSalesTax: t.exposeBoolean('manualSalesTax', {
        nullable: true,
        description: 'Whether a rate sent with the line overrides the law of the place.',
      }),
      manualSalesTaxRate: t.expose('manualSalesTaxRate', {
        type: 'Decimal',
        nullable: true,
        description: 'The rate sent with the line, as a fraction: at most 0.2.',
      }),
      salesTaxRates: t.field({
        type: SalesTaxRatesRef,
        nullable: true,
        description: 'The US rates applied to the line; null outside the US.',
        resolve: async (line, _args, ctx) => lineRateViews(...(await frozen(line, ctx))).salesTaxRates,
      }),
      gtRates: t.field({
        type: GtRatesRef,
        nullable: true,
        description: 'The VAT or GST rates applied to the line; null in the US.',
        resolve: async (line, _args, ctx) => lineRateViews(...(await frozen(line, ctx))).gtRates,
      }),
      jurisdictionalSalesTaxRules: t.field({
        type: JurisdictionalSalesTaxRulesRef,
        description: 'What the law of the state or country makes of the line.',
        resolve: async (line, _args, ctx) => jurisdictionalSalesTaxRules(...(await frozen(line, ctx))),
      }),
      taxLines: t.field({
        type: [taxLine],
        extensions: { listSize: 5 },
        description: 'The tax by jurisdiction; their amounts add up to `taxAmount`.',
        resolve: async (line, _args, ctx) => {
          const [snapshot, { taxLines }] = await frozen(line, ctx);
          return taxLines.map((part) => ({ ...part, from: snapshot.rates[part.rate]! }));
        },
      }),
      notices: t.field({
        type: [NoticeRef],
        extensions: { listSize: 5 },
        description: 'What the reader should know about this line.',
        resolve: (line, _args, ctx) => {
          const { document, index } = placeOf(ctx, line);
          const pointer = index === 'shippingFee' ? '/shippingFee' : `/items/${index}`;
          return document.notices.filter((said) => said.pointer === pointer || said.pointer.startsWith(`${pointer}/`));
        },
      }),
    }),
  });
}

type TaxableLine = ReturnType<typeof addTaxableLine>;

function addItem(builder: Builder, line: TaxableLine) {
  return builder.objectRef<Item>('Item').implement({
    description: 'What is sold, as one line of a document.',
    interfaces: [line],
    fields: (t) => ({
      name: t.exposeString('name', {
        description: 'What the buyer reads on the document; a refund finds its items by it.',
      }),
      description: t.exposeString('description', { nullable: true, description: 'It in more words.' }),
      unitPrice: t.expose('unitPrice', {
        type: 'Decimal',
        nullable: true,
        description: 'The price of one, as sent; null when only `totalPrice` was.',
      }),
      quantity: t.expose('quantity', { type: 'Decimal', description: 'How many; 1 when nothing was sent.' }),
      discount: t.expose('discount', {
        type: 'Decimal',
        nullable: true,
        description: 'Taken off this line before tax; the document’s own discount comes after it.',
      }),
      relativeTransactionDiscount: t.expose('relativeTransactionDiscount', {
        type: 'Decimal',
        description: 'The line’s share of the discount on the whole document.',
      }),
    }),
  });
}

function addShippingFee(builder: Builder, line: TaxableLine) {
  return builder.objectRef<ShippingFee>('ShippingFee').implement({
    description: 'What is charged for shipping. It shows both kinds of rates; the one that does not apply has zeros.',
    interfaces: [line],
    fields: (t) => ({
      salesTaxRates: t.field({
        type: SalesTaxRatesRef,
        description: 'The US rates applied; zeros outside the US.',
        resolve: async (parent, _args, ctx) =>
          lineRateViews(...(await frozen(parent, ctx))).salesTaxRates ?? noSalesTaxRates,
      }),
      gtRates: t.field({
        type: GtRatesRef,
        description: 'The VAT or GST rates applied; zeros in the US.',
        resolve: async (parent, _args, ctx) => lineRateViews(...(await frozen(parent, ctx))).gtRates ?? noGtRates,
      }),
    }),
  });
}
