import type { Address } from '../../domain/base/address.ts';
import type { DecimalText } from '../../domain/base/amount.ts';
import { type Customer, customer } from '../../domain/customers/customer.ts';
import { invoiceNotes } from '../../domain/transactions/invoice-notes.ts';
import type { Quote } from '../../domain/transactions/quote.ts';
import { placeOfLine } from '../../domain/transactions/snapshot-places.ts';
import type { Item, ShippingFee, Transaction } from '../../domain/transactions/transaction.ts';
import type { SnapshotPlace, TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import type { Calculation } from '../../usecases/transactions/list-calculations.ts';
import { addressJson, internalTimestampsJson } from '../http/common-responses.ts';
import { number, shown, shownNumber } from '../http/json.ts';
import { jsonOf } from '../http/record-response.ts';
import {
  documentRatesJson,
  documentTaxLinesJson,
  lineTaxJson,
  matchedAddressJson,
  placesJson,
} from '../places/tax-json.ts';
import { buyerJson, certificatesJson } from './evidence.ts';
import { exchangeRateJson } from './exchange-rate.ts';

const customerJson = jsonOf(customer);

/** The details that the full form adds to the record of a document. */
type Details = { readonly snapshot: TransactionSnapshot; readonly customer: Customer | null };

/** The full form of a document. */
export function transactionJson(transaction: Transaction, details: Details & { readonly customer: Customer }) {
  return documentJson(transaction, details);
}

/** The thin form: the record by itself, without customer, rates, rules, tax lines and matched address. */
export function thinTransactionJson(transaction: Transaction) {
  return documentJson(transaction, null);
}

/** A document or a quote; without details, in the thin form. */
export function documentJson(transaction: Transaction | Quote, details: Details | null) {
  const { billingAddress, shipFromAddress, shippingFee, salesTax } = transaction;
  const snapshot = details?.snapshot;
  const lineTax = snapshot && lineTaxJson(snapshot);
  const notices = noticesByLine(transaction.notices);
  return {
    serviceId: transaction.serviceId,
    externalId: shown(transaction.externalId),
    source: shown(transaction.source),
    documentName: shown(transaction.documentName),
    items: transaction.items.map((item, index) =>
      itemJson(item, {
        refundFraction: transaction.refundOf?.sentItems?.[index]?.refundFraction ?? null,
        notices: notices.get(`items/${index}`) ?? [],
        tax: lineTax?.item(snapshot?.items[index]),
        place: snapshot && placeOfLine(snapshot, snapshot.items[index] ?? {}),
      }),
    ),
    isTaxInclusive: transaction.isTaxInclusive,
    billingAddress: billingAddress ? addressJson(billingAddress) : undefined,
    shippingAddress: shippingAddressJson(transaction.shippingAddress, snapshot),
    shipFromAddress: shipFromAddress ? addressJson(shipFromAddress) : undefined,
    customerId: shown(transaction.customerId),
    customer: details?.customer ? customerJson(details.customer) : undefined,
    salesTax: {
      amount: number(salesTax.amount),
      rate: number(salesTax.rate),
      taxRate: number(salesTax.rate),
      ...(snapshot && documentRatesJson(snapshot)),
    },
    exemptionOverride: transaction.exemptionOverride,
    computedTaxAmount: shownNumber(transaction.computedTaxAmount ?? null),
    transactionStatus: shown(transaction.transactionStatus),
    cancelledBecause: transaction.cancelledBecause,
    internalTimestamps: internalTimestampsJson(transaction.internalTimestamps),
    externalTimestamps: transaction.externalTimestamps,
    taxDate: transaction.taxDate,
    transactionType: shown(transaction.transactionType),
    shippingFee: shippingFee
      ? Object.assign(
          shippingFeeJson(shippingFee),
          { notices: notices.get('shippingFee') ?? [] },
          lineTax?.shippingFee(snapshot?.shippingFee),
        )
      : undefined,
    createdFrom: shown(transaction.createdFrom),
    taxableItemsAmount: number(transaction.taxableItemsAmount),
    tangibleItemsAmount: number(transaction.tangibleItemsAmount),
    totalItemsAmount: number(transaction.totalItemsAmount),
    totalDiscount: number(transaction.totalDiscount),
    transactionLevelDiscount: shownNumber(transaction.transactionLevelDiscount),
    finalTransactionAmount: number(transaction.finalTransactionAmount),
    transactionFilingStatus: transaction.transactionFilingStatus,
    reopenedBecause: transaction.reopenedBecause,
    currency: transaction.currency,
    subsidiary: shown(transaction.subsidiary),
    refundKind: transaction.refundOf ? (transaction.refundOf.kind ?? 'PRICE_AND_TAX') : undefined,
    refundFraction: shownNumber(transaction.refundOf?.refundFraction ?? null),
    reason: transaction.reason,
    taxLines: snapshot && documentTaxLinesJson(snapshot),
    places: snapshot && placesJson(transaction, snapshot),
    invoiceNotes: snapshot && invoiceNotes(transaction, snapshot),
    buyer: snapshot && buyerJson(snapshot),
    exchangeRate: snapshot && exchangeRateJson(transaction),
    certificates: snapshot && certificatesJson(snapshot),
    fees: transaction.fees.map(({ amount, ...fee }) => ({ ...fee, amount: number(amount) })),
    notices: transaction.notices,
    reportingPeriod: transaction.reportingPeriod,
    rateBookVersion: transaction.rateBookVersion,
    calculationNumber: transaction.calculationNumber,
    recalculatedBecause: transaction.recalculatedBecause,
  };
}

/** An earlier or the current calculation. What is not part of a calculation, such as the status, is told by the document alone. */
export function calculationJson(
  { document, snapshot, ...calculation }: Calculation,
  { detailed }: { readonly detailed: boolean },
) {
  const shownDocument = { ...document, ...calculation, ...notOfCalculation };
  return Object.assign(documentJson(shownDocument, detailed ? { snapshot, customer: null } : null), {
    serviceId: undefined,
    internalTimestamps: undefined,
    transactionFilingStatus: undefined,
    cancelledBecause: undefined,
    reopenedBecause: undefined,
    reportingPeriod: undefined,
    replacedAt: calculation.replacedAt?.toISOString(),
  });
}

const notOfCalculation = {
  source: null,
  externalId: null,
  customerId: null,
  transactionType: null,
  transactionStatus: null,
  transactionFilingStatus: 'NOT_FILED',
  internalTimestamps: { createdDate: new Date(0), updatedDate: new Date(0) },
} as const;

function shippingAddressJson(address: Address, place: SnapshotPlace | undefined) {
  return Object.assign(addressJson(address), { matchedAddressData: place && matchedAddressJson(place) });
}

type ItemDetails = {
  readonly refundFraction: DecimalText | null;
  readonly notices: readonly Notice[];
  readonly tax: ReturnType<ReturnType<typeof lineTaxJson>['item']>;
  readonly place: SnapshotPlace | undefined;
};

/** Without spreads, which would take longer than the rest of a long document. */
function itemJson(item: Item, { refundFraction, notices, tax, place }: ItemDetails) {
  return {
    unitPrice: shownNumber(item.unitPrice),
    quantity: number(item.quantity),
    totalPrice: number(item.totalPrice),
    calculatedTotal: number(item.calculatedTotal),
    description: shown(item.description),
    name: item.name,
    taxCode: item.taxCode,
    manualSalesTax: shown(item.manualSalesTax),
    manualSalesTaxRate: shownNumber(item.manualSalesTaxRate),
    overrideReason: item.overrideReason,
    computedTaxAmount: shownNumber(item.computedTaxAmount ?? null),
    discount: shownNumber(item.discount),
    relativeTransactionDiscount: number(item.relativeTransactionDiscount),
    tangibleCategory: item.tangibleCategory,
    taxableCategory: item.taxableCategory,
    taxAmount: number(item.taxAmount),
    taxRate: number(item.taxRate),
    taxableAmount: number(item.taxableAmount),
    reason: item.reason,
    refundFraction: shownNumber(refundFraction),
    shippingAddress: item.shippingAddress ? shippingAddressJson(item.shippingAddress, place) : undefined,
    shipFromAddress: item.shipFromAddress ? addressJson(item.shipFromAddress) : undefined,
    notices,
    jurisdictionalSalesTaxRules: tax?.jurisdictionalSalesTaxRules,
    salesTaxRates: tax?.salesTaxRates,
    gtRates: tax?.gtRates,
    taxLines: tax?.taxLines,
  };
}

function shippingFeeJson(fee: ShippingFee) {
  return {
    manualSalesTax: shown(fee.manualSalesTax),
    manualSalesTaxRate: shownNumber(fee.manualSalesTaxRate),
    overrideReason: fee.overrideReason,
    computedTaxAmount: shownNumber(fee.computedTaxAmount ?? null),
    totalPrice: number(fee.totalPrice),
    calculatedTotal: number(fee.calculatedTotal),
    taxCode: fee.taxCode,
    tangibleCategory: fee.tangibleCategory,
    taxableCategory: fee.taxableCategory,
    taxAmount: number(fee.taxAmount),
    taxRate: number(fee.taxRate),
    taxableAmount: number(fee.taxableAmount),
    reason: fee.reason,
  };
}

const pointerIntoLine = /^\/(items\/\d+|shippingFee)(?:\/|$)/;

/** The document lists all of its notices, and each line those that concern it. */
function noticesByLine(notices: readonly Notice[]): Map<string, Notice[]> {
  const byLine = new Map<string, Notice[]>();
  for (const notice of notices) {
    const line = pointerIntoLine.exec(notice.pointer)?.[1];
    if (line === undefined) continue;
    const group = byLine.get(line);
    if (group) group.push(notice);
    else byLine.set(line, [notice]);
  }
  return byLine;
}
