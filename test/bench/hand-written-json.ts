import type { Item, LineFigures } from '../../src/domain/transactions/document-line.ts';
import type { TransactionDocument } from '../../src/domain/transactions/transaction.ts';
import type { SnapshotLine, TransactionSnapshot } from '../../src/domain/transactions/transaction-snapshot.ts';
import type { CustomerRow, TransactionRow } from './hand-written-rows.ts';

/*
 * The answers of the hand-written server: the JSON of our REST door for a US document, and of the bench's GraphQL query,
 * written directly from the rows with plain numbers.
 */

export function listNode(row: TransactionRow & CustomerRow) {
  const { document } = row;
  return {
    serviceId: row.service_id,
    source: row.source,
    externalId: row.external_id,
    documentName: document.documentName,
    transactionType: row.transaction_type,
    transactionStatus: row.transaction_status,
    transactionFilingStatus: row.transaction_filing_status,
    currency: document.currency,
    totalItemsAmount: dollars(document.totalItemsAmount),
    totalDiscount: dollars(document.totalDiscount),
    finalTransactionAmount: dollars(document.finalTransactionAmount),
    salesTax: { amount: dollars(document.salesTax.amount), rate: document.salesTax.rate },
    externalTimestamps: document.externalTimestamps,
    customer: {
      serviceId: row.customer_id,
      externalId: row.customer_external_id,
      name: row.name,
      email: row.email,
      customerType: row.customer_type,
    },
    items: document.items.map((item) => ({
      name: item.name,
      taxCode: item.taxCode,
      unitPrice: item.unitPrice,
      quantity: item.quantity,
      totalPrice: dollars(item.totalPrice),
      calculatedTotal: dollars(item.calculatedTotal),
      taxAmount: dollars(item.taxAmount),
      taxRate: item.taxRate,
      taxableCategory: item.taxableCategory,
    })),
  };
}

/** At least two decimal places; the bench stores amounts in US dollars only. */
function dollars(amount: string): string {
  const point = amount.indexOf('.');
  if (point === -1) return `${amount}.00`;
  return point === amount.length - 2 ? `${amount}0` : amount;
}

export function fullForm(row: TransactionRow & CustomerRow) {
  return documentForm(row, row);
}

/** Without the customer and the evidence behind the figures. */
export function thinForm(row: ThinRow) {
  return documentForm(row, null);
}

export type ThinRow = Omit<TransactionRow, 'snapshot'>;

function documentForm(row: ThinRow, details: (TransactionRow & CustomerRow) | null) {
  const { document } = row;
  const { shippingFee } = document;
  const snapshot = details?.snapshot;
  return {
    serviceId: row.service_id,
    externalId: row.external_id,
    source: row.source,
    documentName: document.documentName ?? undefined,
    items: document.items.map((item, index) => itemJson(document, snapshot, item, index)),
    isTaxInclusive: document.isTaxInclusive,
    billingAddress: document.billingAddress ? addressJson(document.billingAddress) : undefined,
    shippingAddress: {
      ...addressJson(document.shippingAddress),
      matchedAddressData: snapshot && matchedAddress(snapshot),
    },
    shipFromAddress: document.shipFromAddress ? addressJson(document.shipFromAddress) : undefined,
    customerId: row.customer_id,
    customer: details ? customerJson(details) : undefined,
    salesTax: {
      amount: Number(document.salesTax.amount),
      rate: Number(document.salesTax.rate),
      taxRate: Number(document.salesTax.rate),
      salesTaxRates: snapshot && documentRates(snapshot),
    },
    transactionStatus: row.transaction_status,
    internalTimestamps: { createdDate: row.created_at, updatedDate: row.updated_at },
    externalTimestamps: document.externalTimestamps,
    taxDate: document.taxDate,
    transactionType: row.transaction_type,
    shippingFee: shippingFee
      ? {
          manualSalesTax: shippingFee.manualSalesTax ?? undefined,
          manualSalesTaxRate: optional(shippingFee.manualSalesTaxRate),
          totalPrice: Number(shippingFee.totalPrice),
          calculatedTotal: Number(shippingFee.calculatedTotal),
          taxCode: shippingFee.taxCode,
          ...outcome(shippingFee),
          ...(snapshot?.shippingFee && lineTax(snapshot, snapshot.shippingFee)),
          gtRates: snapshot && { countryRate: 0, regionRate: 0, taxRate: 0 },
          notices: noticesOf(document, '/shippingFee'),
        }
      : undefined,
    createdFrom: document.createdFrom ?? undefined,
    taxableItemsAmount: Number(document.taxableItemsAmount),
    tangibleItemsAmount: Number(document.tangibleItemsAmount),
    totalItemsAmount: Number(document.totalItemsAmount),
    totalDiscount: Number(document.totalDiscount),
    transactionLevelDiscount: optional(document.transactionLevelDiscount),
    finalTransactionAmount: Number(document.finalTransactionAmount),
    transactionFilingStatus: row.transaction_filing_status,
    currency: document.currency,
    subsidiary: document.subsidiary ?? undefined,
    reason: document.reason,
    taxLines: snapshot && documentTaxLines(snapshot),
    places: snapshot && [placeJson(document, snapshot)],
    fees: document.fees.map(({ amount, ...fee }) => ({ ...fee, amount: Number(amount), currency: 'USD' })),
    notices: document.notices,
    rateBookVersion: row.rate_book_version,
  };
}

function itemJson(document: TransactionDocument, snapshot: TransactionSnapshot | undefined, item: Item, index: number) {
  return {
    unitPrice: optional(item.unitPrice),
    quantity: Number(item.quantity),
    totalPrice: Number(item.totalPrice),
    calculatedTotal: Number(item.calculatedTotal),
    description: item.description ?? undefined,
    name: item.name,
    taxCode: item.taxCode,
    manualSalesTax: item.manualSalesTax ?? undefined,
    manualSalesTaxRate: optional(item.manualSalesTaxRate),
    discount: optional(item.discount),
    relativeTransactionDiscount: Number(item.relativeTransactionDiscount),
    ...outcome(item),
    ...(snapshot && lineTax(snapshot, snapshot.items[index]!)),
    notices: noticesOf(document, `/items/${index}`),
  };
}

function outcome(line: LineFigures) {
  return {
    tangibleCategory: line.tangibleCategory,
    taxableCategory: line.taxableCategory,
    taxAmount: Number(line.taxAmount),
    taxRate: Number(line.taxRate),
    taxableAmount: Number(line.taxableAmount),
    reason: line.reason,
  };
}

function noticesOf({ notices }: TransactionDocument, pointer: string) {
  return notices.filter((notice) => notice.pointer === pointer || notice.pointer.startsWith(`${pointer}/`));
}

function lineTax(snapshot: TransactionSnapshot, line: SnapshotLine) {
  return {
    jurisdictionalSalesTaxRules: rules(snapshot, line),
    salesTaxRates: rates(snapshot, line.taxLines),
    taxLines: line.taxLines.map((taxLine) => {
      const { jurisdiction, source, validFrom, validThrough } = snapshot.rates[taxLine.rate]!;
      return {
        jurisdiction: jurisdictionJson(jurisdiction),
        appliedRate: Number(taxLine.appliedRate),
        taxableAmount: Number(taxLine.taxableAmount),
        exemptAmount: Number(taxLine.exemptAmount),
        taxAmount: Number(taxLine.taxAmount),
        reason: taxLine.reason,
        exemptionId: taxLine.certificateId ?? undefined,
        sources: sourcesOf(source),
        validFrom: validFrom ?? undefined,
        validThrough: validThrough ?? undefined,
      };
    }),
  };
}

/** `Title (https://…), read 2026-11-22`, separated by semicolons. */
function sourcesOf(source: string) {
  const parts = /^(.*?)(?: \((https?:[^)]+)\))?(?:,? read (?:on )?(\d{4}-\d{2}-\d{2}))?$/;
  return source.split('; ').map((piece) => {
    const [, title = piece, url, readOn] = parts.exec(piece) ?? [];
    return { title, url, readOn };
  });
}

function documentTaxLines({ rates, items, shippingFee }: TransactionSnapshot) {
  const parts = (shippingFee ? [...items, shippingFee] : items).flatMap(({ taxLines }) => taxLines);
  return rates.flatMap(({ jurisdiction, source, validFrom, validThrough }, index) => {
    const ofRate = parts.filter((part) => part.rate === index);
    const keyOf = ({ appliedRate, reason }: (typeof parts)[number]) =>
      appliedRate === '0' ? `0 ${reason}` : appliedRate;
    return [...new Set(ofRate.map(keyOf))].map((key) => {
      const own = ofRate.filter((part) => keyOf(part) === key);
      const first = own[0]!.reason;
      return {
        jurisdiction: jurisdictionJson(jurisdiction),
        appliedRate: Number(own[0]!.appliedRate),
        taxableAmount: tidy(own.reduce((sum, part) => sum + Number(part.taxableAmount), 0)),
        exemptAmount: tidy(own.reduce((sum, part) => sum + Number(part.exemptAmount), 0)),
        taxAmount: tidy(own.reduce((sum, part) => sum + Number(part.taxAmount), 0)),
        reason: own.every((part) => part.reason === first) ? first : 'TAXED',
        sources: sourcesOf(source),
        validFrom: validFrom ?? undefined,
        validThrough: validThrough ?? undefined,
      };
    });
  });
}

/** The only place of a document: the bench ships all of its items there. */
function placeJson({ items, shippingFee }: TransactionDocument, snapshot: TransactionSnapshot) {
  const lines = shippingFee ? [...items, shippingFee] : items;
  const total = (name: 'calculatedTotal' | 'taxableAmount' | 'taxAmount') =>
    tidy(lines.reduce((sum, line) => sum + Number(line[name]), 0));
  return {
    country: snapshot.country,
    state: snapshot.subdivision ?? undefined,
    sourcing: snapshot.sourcedFrom === 'SHIP_FROM' ? 'ORIGIN' : 'DESTINATION',
    matchedAddressData: matchedAddress(snapshot),
    pointers: [...items.map((_, index) => `/items/${index}`), ...(shippingFee ? ['/shippingFee'] : [])],
    calculatedTotal: total('calculatedTotal'),
    taxableAmount: total('taxableAmount'),
    taxAmount: total('taxAmount'),
    salesTaxRates: documentRates(snapshot),
  };
}

/** For a US jurisdiction; the bench stores no others. */
function jurisdictionJson({ id, level, name, code, fips }: TransactionSnapshot['rates'][number]['jurisdiction']) {
  const state = id.slice(0, 2);
  return { jurisdictionId: id, country: 'US', state, level, name, code, fips: fips ?? undefined };
}

type AppliedRate = { readonly rate: number; readonly appliedRate: string };

function rates(snapshot: TransactionSnapshot, applied: readonly AppliedRate[]) {
  const sums = { cityDistrictRate: 0, cityRate: 0, countyDistrictRate: 0, countyRate: 0, stateRate: 0, taxRate: 0 };
  for (const { rate, appliedRate } of applied) {
    const { level, districtOf } = snapshot.rates[rate]!.jurisdiction;
    const value = Number(appliedRate);
    sums.taxRate += value;
    if (level === 'STATE') sums.stateRate += value;
    else if (level === 'COUNTY') sums.countyRate += value;
    else if (level === 'CITY') sums.cityRate += value;
    else if (districtOf === 'COUNTY') sums.countyDistrictRate += value;
    else sums.cityDistrictRate += value;
  }
  return {
    cityDistrictRate: tidy(sums.cityDistrictRate),
    cityRate: tidy(sums.cityRate),
    countyDistrictRate: tidy(sums.countyDistrictRate),
    countyRate: tidy(sums.countyRate),
    stateRate: tidy(sums.stateRate),
    taxRate: tidy(sums.taxRate),
  };
}

function documentRates(snapshot: TransactionSnapshot) {
  const view = rates(
    snapshot,
    snapshot.rates.map(({ rate }, index) => ({ rate: index, appliedRate: rate })),
  );
  const { cityDistrictRate, countyDistrictRate } = view;
  return {
    ...view,
    combinedDistrictRate: tidy(cityDistrictRate + countyDistrictRate),
    ratesMetaData: { cityDistrictRate, countyDistrictRate },
  };
}

function rules(snapshot: TransactionSnapshot, line: SnapshotLine) {
  const rule = snapshot.rules[line.rule]!;
  const description = rule.description.slice(0, 256);
  const cities: Record<string, object> = {};
  let own = {};
  let hasCities = false;
  for (const part of rule.parts) {
    const { level, name, code } = snapshot.rates[part.rate]!.jurisdiction;
    if (level !== 'STATE' && level !== 'CITY') continue;
    const isState = level === 'STATE';
    const view = {
      name: isState ? snapshot.authority.name : name,
      abbreviation: isState ? snapshot.authority.abbreviation : code,
      taxable: part.isTaxable,
      specialTreatment: part.isSpecial,
      calculationType: part.calculationType,
      calculationValue: Number(part.calculationValue),
      description,
    };
    if (isState) own = view;
    else cities[name] = view;
    hasCities ||= !isState;
  }
  return { ...own, cities: hasCities ? cities : null, regions: null };
}

function matchedAddress({ match }: TransactionSnapshot) {
  const { matchedAddress: address, scoring, precision } = match;
  return {
    address: {
      city: address.city ?? undefined,
      country: address.country,
      county: address.county,
      state: address.state ?? undefined,
      zip: address.zip ?? undefined,
    },
    scoring: { matchLevel: scoring.matchLevel, score: Number(scoring.score), fieldScore: scoring.fieldScore },
    precision,
  };
}

function addressJson(address: TransactionDocument['shippingAddress']) {
  return {
    city: address.city ?? undefined,
    country: address.country ?? undefined,
    county: address.county,
    state: address.state ?? undefined,
    street: address.street ?? undefined,
    region: address.region ?? undefined,
    zip: address.zip ?? undefined,
    isPartial: address.isPartial ?? undefined,
  };
}

export function customerJson(row: CustomerRow) {
  return {
    serviceId: row.customer_id,
    externalId: row.customer_external_id,
    source: row.customer_source,
    name: row.name ?? undefined,
    address: row.address ? addressJson(row.address) : undefined,
    email: row.email ?? undefined,
    customerType: row.customer_type,
    internalTimestamps: { createdDate: row.customer_created_at, updatedDate: row.customer_updated_at },
    externalTimestamps: row.external_timestamps,
    comment: row.comment ?? undefined,
    taxNumber: row.tax_number ?? undefined,
  };
}

function optional(text: string | null): number | undefined {
  return text === null ? undefined : Number(text);
}

/** Removes the rounding errors of adding doubles. */
function tidy(value: number): number {
  return Math.round(value * 1e10) / 1e10;
}
