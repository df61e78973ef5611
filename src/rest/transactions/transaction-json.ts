import type { Address } from '../../domain/base/address.ts';
import type { DecimalText } from '../../domain/base/amount.ts';
import type { StoredNotice } from '../../domain/base/notice.ts';
import { type Customer, customer } from '../../domain/customers/customer.ts';
import { matchedAddressData } from '../../domain/places/matched-address.ts';
import { type Item, item, taxableLine } from '../../domain/transactions/document-line.ts';
import { appliedCertificate, appliedCertificates, buyerOf, documentBuyer } from '../../domain/transactions/evidence.ts';
import { invoiceNotes } from '../../domain/transactions/invoice-notes.ts';
import type { Quote } from '../../domain/transactions/quote.ts';
import { placeOfLine } from '../../domain/transactions/snapshot-places.ts';
import { calculatedDocument, type Transaction, transaction } from '../../domain/transactions/transaction.ts';
import type { SnapshotPlace, TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import { JsonText, WrittenLater } from '../../http/json-pieces.ts';
import type { Calculation } from '../../usecases/transactions/list-calculations.ts';
import { addressJson } from '../http/common-responses.ts';
import { number, shownNumber } from '../http/json.ts';
import { jsonOf } from '../http/record-response.ts';
import { documentRatesJson, documentTaxLinesJson, lineTaxText, membersText, placesJson } from '../places/tax-json.ts';

const customerJson = jsonOf(customer);
const plainDocument = jsonOf({ ...transaction, fields: { ...transaction.fields, ...calculatedDocument.fields } });
const plainLine = jsonOf(taxableLine);
const plainItem = jsonOf({ ...item, fields: { ...item.fields, ...taxableLine.fields } });
const buyerJson = jsonOf(documentBuyer);
const certificateJson = jsonOf(appliedCertificate);
const matchedAddressJson = jsonOf(matchedAddressData);

/** The additional data of the full form. */
type Details = { readonly snapshot: TransactionSnapshot; readonly customer: Customer | null };

/** The full form of a document. */
export function transactionJson(one: Transaction, details: Details & { readonly customer: Customer }) {
  return documentJson(one, details);
}

/** The thin form: only the record, without customer, rates, rules, tax lines and matched address. */
export function thinTransactionJson(one: Transaction) {
  return documentJson(one, null);
}

/** A quote has no id, no filing status and a single timestamp. Without details, it is in the thin form. */
export function quoteJson(one: Quote, details: Details | null) {
  return Object.assign(documentJson({ ...one, ...ofStored }, details), {
    serviceId: undefined,
    transactionFilingStatus: undefined,
    internalTimestamps: undefined,
    calculationNumber: undefined,
    calculatedAt: one.calculatedAt.toISOString(),
  });
}

/** Placeholders for members that only stored documents have. */
const ofStored = {
  transactionFilingStatus: 'NOT_FILED',
  internalTimestamps: { createdDate: new Date(0), updatedDate: new Date(0) },
} as const;

/** Renders a document or a quote, in the thin form if there are no details. */
function documentJson(one: Transaction | (Omit<Quote, 'calculatedAt'> & typeof ofStored), details: Details | null) {
  const { shippingFee, salesTax } = one;
  const snapshot = details?.snapshot;
  const lineTax = snapshot && lineTaxText(snapshot);
  const notices = noticesByLine(one.notices);
  const buyer = snapshot && buyerOf(snapshot);
  return Object.assign(plainDocument(one as Transaction), {
    items: new WrittenLater(one.items.length, (index) =>
      itemText(one.items[index]!, {
        refundFraction: one.refundOf?.sentItems?.[index]?.refundFraction ?? null,
        notices: notices.get(`items/${index}`) ?? [],
        tax: lineTax?.item(snapshot?.items[index]),
        place: snapshot && placeOfLine(snapshot, snapshot.items[index] ?? {}),
      }),
    ),
    shippingAddress: shippingAddressJson(one.shippingAddress, snapshot),
    customer: details?.customer ? customerJson(details.customer) : undefined,
    salesTax: {
      amount: number(salesTax.amount),
      rate: number(salesTax.rate),
      taxRate: number(salesTax.rate),
      ...(snapshot && documentRatesJson(snapshot)),
    },
    shippingFee: shippingFee
      ? new JsonText(
          lineText(
            Object.assign(plainLine(shippingFee), { notices: notices.get('shippingFee') ?? [] }),
            lineTax?.shippingFee(snapshot?.shippingFee),
          ),
        )
      : undefined,
    taxLines: snapshot && documentTaxLinesJson(snapshot),
    places: snapshot && placesJson(one, snapshot),
    invoiceNotes: snapshot && invoiceNotes(one, snapshot),
    buyer: buyer ? buyerJson(buyer) : undefined,
    certificates: snapshot && appliedCertificates(snapshot).map(certificateJson),
  });
}

/** An earlier or the current calculation. Omits members that belong only to the document, such as the status. */
export function calculationJson(
  { document, snapshot, ...calculation }: Calculation,
  { detailed }: { readonly detailed: boolean },
) {
  const shownDocument = { ...document, ...calculation, ...notOfCalculation };
  return Object.assign(documentJson(shownDocument, detailed ? { snapshot, customer: null } : null), {
    serviceId: undefined,
    internalTimestamps: undefined,
    transactionFilingStatus: undefined,
    cancellationReason: undefined,
    reopeningReason: undefined,
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
  ...ofStored,
} as const;

function shippingAddressJson(address: Address, place: SnapshotPlace | undefined) {
  return Object.assign(addressJson(address), { matchedAddressData: place && matchedAddressJson(place.match) });
}

type ItemDetails = {
  readonly refundFraction: DecimalText | null;
  readonly notices: readonly StoredNotice[];
  /** The members that describe the tax on the item, as JSON text. */
  readonly tax: string | undefined;
  readonly place: SnapshotPlace | undefined;
};

function itemText(one: Item, { refundFraction, notices, tax, place }: ItemDetails) {
  const json: Record<string, unknown> = plainItem(one);
  json.refundFraction = shownNumber(refundFraction);
  json.shippingAddress = one.shippingAddress && shippingAddressJson(one.shippingAddress, place);
  json.notices = notices;
  return lineText(json, tax);
}

function lineText(line: object, tax: string | undefined): string {
  return tax === undefined ? JSON.stringify(line) : `{${membersText(line)},${tax}}`;
}

const pointerIntoLine = /^\/(items\/\d+|shippingFee)(?:\/|$)/;

/** The document lists all of its notices; each line lists its own. */
function noticesByLine(notices: readonly StoredNotice[]): Map<string, StoredNotice[]> {
  const byLine = new Map<string, StoredNotice[]>();
  for (const notice of notices) {
    const line = pointerIntoLine.exec(notice.pointer)?.[1];
    if (line === undefined) continue;
    const group = byLine.get(line);
    if (group) group.push(notice);
    else byLine.set(line, [notice]);
  }
  return byLine;
}
