import { toDecimalText } from '../../src/domain/base/amount.ts';
import { recordDocument } from '../../src/domain/transactions/record/record-document.ts';
import { type PlacedFacts, recordSnapshot } from '../../src/domain/transactions/record/record-snapshot.ts';
import type { TransactionDocument } from '../../src/domain/transactions/transaction.ts';
import type { TransactionInput } from '../../src/domain/transactions/transaction-input.ts';
import type { TransactionSnapshot } from '../../src/domain/transactions/transaction-snapshot.ts';
import { assess } from '../../src/tax/assess.ts';
import type { DocumentToAssess, TreatmentFacts } from '../../src/tax/model/assessment.ts';
import { aSnapshot, aTransaction } from './records.ts';

const currencies: Readonly<Record<number, string>> = { 0: 'JPY', 2: 'USD', 3: 'BHD' };

/** A document of the core as read from the store: its figures and everything frozen with them, as JSON. */
export function recorded(toAssess: DocumentToAssess): { document: TransactionDocument; snapshot: TransactionSnapshot } {
  const { shippingFee } = toAssess;
  const assessed = {
    input: inputOf(toAssess),
    currency: currencies[toAssess.minorUnit]!,
    places: [placed(toAssess)],
    shippingRule: shippingFee && { ...law(shippingFee), followsGoods: shippingFee.followsGoods },
    shippingSupply: shippingFee?.supply ?? { kind: 'TAXED' },
    shippingEuSale: undefined,
    toAssess,
    assessment: assess(toAssess),
    buyer: { name: 'Ada Lovelace', customerType: toAssess.customerType, taxNumber: null, address: null },
    exemptions: [],
    notices: [],
    deliveryFees: [],
    isFeeCharged: false,
    tangibleOf: () => true,
    basis: { engineVersion: '0.1.0' },
    collectedTaxes: null,
  } satisfies Parameters<typeof recordDocument>[0];
  return JSON.parse(JSON.stringify({ document: recordDocument(assessed), snapshot: recordSnapshot(assessed) }));
}

const law = ({ rule }: TreatmentFacts) => ({
  rule,
  followsGoods: null,
  attributes: [],
  notices: [],
  noticesIfMixed: [],
  evidence: 'LAW' as const,
});

function placed({ place, isCollecting, items }: DocumentToAssess): PlacedFacts {
  const { authority, match } = aSnapshot();
  return {
    indexes: items.map((_, index) => index),
    place,
    isCollecting,
    itemRules: items.map(law),
    itemSupplies: items.map(({ supply }) => supply),
    euSales: [],
    collectionExplanation: null,
    sourcedFrom: 'SHIP_TO',
    facts: {
      taxPlace: place,
      taxation: 'TAXED',
      territory: { country: 'US', isInEuForGoods: false, isInEuForServices: false, taxTerritories: [] },
      authority,
      deliveryFee: null,
      imports: null,
      businessServices: null,
      notices: [],
    },
    destination: {
      ...match,
      regime: place.regime,
      country: 'US',
      subdivision: 'MN',
      jurisdictionIds: [],
      localRates: 'COMPLETE',
      gaps: [],
      notices: [],
    },
  };
}

function inputOf({ items, shippingFee, isTaxInclusive, transactionLevelDiscount }: DocumentToAssess): TransactionInput {
  const { transactionStatus, transactionType, externalTimestamps, shippingAddress } = aTransaction('');
  const sent = ({ taxCode, manualRate, isSentAsNotTaxable, collectedBy }: TreatmentFacts) => ({
    taxCode,
    manualSalesTax: manualRate !== null,
    manualSalesTaxRate: manualRate && toDecimalText(manualRate),
    taxableCategory: isSentAsNotTaxable ? ('NOT_TAXABLE' as const) : null,
    tangibleCategory: null,
    overrideReason: null,
    collectedBy: collectedBy ?? null,
  });
  return {
    externalId: '1',
    source: '1',
    taxDateTimeZone: null,
    documentName: null,
    items: items.map((item) => ({
      ...sent(item),
      name: 'An item',
      description: null,
      unitPrice: item.unitPrice && toDecimalText(item.unitPrice),
      quantity: toDecimalText(item.quantity),
      totalPrice: item.totalPrice && toDecimalText(item.totalPrice),
      discount: toDecimalText(item.discount),
      refundFraction: null,
      collectedTaxAmount: null,
      attributes: null,
      product: null,
      productSource: null,
      shippingAddress: null,
      shipFromAddress: null,
    })),
    isTaxInclusive,
    billingAddress: null,
    shippingAddress,
    shipFromAddress: null,
    deliveryMethod: null,
    collectedBy: null,
    collectedTaxAmount: null,
    marketplace: null,
    roundingAmount: null,
    placeEvidence: null,
    customerId: '',
    transactionStatus,
    externalTimestamps,
    taxDate: null,
    transactionType,
    shippingFee: shippingFee && { ...sent(shippingFee), totalPrice: toDecimalText(shippingFee.totalPrice) },
    createdFrom: null,
    transactionLevelDiscount: toDecimalText(transactionLevelDiscount),
    refundFraction: null,
    reporting: null,
    requireLink: null,
    require: null,
    refundKind: null,
    exemptionOverride: null,
    transactionFilingStatus: null,
    currency: null,
    subsidiary: null,
  };
}

/** An assessment without its notice about a total sent with a price, since only the rounded total is stored. */
export function figuresOf(document: DocumentToAssess): unknown {
  const { notices: _notices, ...figures } = assess(document);
  return JSON.parse(JSON.stringify(figures, (_key, value) => (typeof value === 'bigint' ? String(value) : value)));
}
