import { explain, type WorkedOut, workOut } from '../../../tax/assess.ts';
import { decimal } from '../../../tax/numbers/decimal.ts';
import type { StepFacts, TraceStep } from '../../../tax/trace/trace.ts';
import { refundSteps } from '../../../tax/trace/trace-refund.ts';
import { minorUnitOf } from '../../base/currency.ts';
import { chargedFees } from '../charged-fees.ts';
import type { LineFigures } from '../document-line.ts';
import { documentToReassess } from '../record/reassess.ts';
import { ratesOfPlace } from '../record/record-rates.ts';
import { placeOfLine, placesOf } from '../snapshot-places.ts';
import type { TransactionDocument } from '../transaction.ts';
import type {
  SnapshotLine,
  SnapshotPlace,
  SnapshotRefund,
  SnapshotRefundedLine,
  TransactionSnapshot,
} from '../transaction-snapshot.ts';

/**
 * Explains the tax of a stored document from its record only, without reading the rate book or certificates. Right
 * after a calculation, `known` contains its workings. Steps are yielded one by one, because a document with a thousand
 * items takes a long time.
 */
export function* traceDocument(
  document: TransactionDocument,
  snapshot: TransactionSnapshot,
  known?: WorkedOut,
): Generator<TraceStep, void> {
  if (snapshot.refund) {
    yield* refundTrace(document, snapshot, snapshot.refund);
    return;
  }
  yield { pointer: '', ...addressStep(snapshot) };
  const untold = new Set(snapshot.places);
  const placeAt = (pointer: string): SnapshotPlace => {
    if (!snapshot.places) return snapshot;
    const line = snapshot.items[Number(pointer.split('/')[2] ?? Number.NaN)];
    return line ? placeOfLine(snapshot, line) : snapshot;
  };
  for (const step of explain(known ?? workOut(documentToReassess(document, snapshot)))) {
    const place = placeAt(step.pointer);
    if (untold.delete(place)) yield { pointer: step.pointer, ...addressStep(place) };
    yield explained(step, document, place);
  }
}

/** The reason for collecting tax and the state fees come from the record, because the core does not determine them. */
function explained(
  step: TraceStep,
  { fees }: TransactionDocument,
  { collectionExplanation }: SnapshotPlace,
): TraceStep {
  if (step.kind === 'DOCUMENT_TOTALLED') return { ...step, total: step.total.plus(chargedFees(fees)) };
  return step.kind === 'COLLECTING' ? { ...step, because: collectionExplanation ?? null } : step;
}

function addressStep({ match, sourcedFrom }: SnapshotPlace): StepFacts {
  const { precision, matchedAddress, scoring } = match;
  const { city, county, state, zip, country } = matchedAddress;
  return {
    kind: 'ADDRESS_MATCHED',
    place: [city, county, state, zip, country].filter((part) => part !== null).join(', '),
    precision,
    matchLevel: scoring.matchLevel,
    score: decimal(scoring.score),
    sourcedFrom,
  };
}

/** A refund of an invoice uses the rates and tax of the invoice. Nothing is looked up or decided again. */
function* refundTrace(
  document: TransactionDocument,
  snapshot: TransactionSnapshot,
  refund: SnapshotRefund,
): Generator<TraceStep, void> {
  const { items, shippingFee, isTaxInclusive, salesTax, finalTransactionAmount } = document;
  const { invoiceId, refundFraction } = document.refundOf!;
  const linkedShare = refundFraction === null ? null : decimal(refundFraction);
  const ofDocument = (step: StepFacts): TraceStep => ({ pointer: '', ...step });
  const lineSteps = (pointer: string, line: RefundedLine) =>
    refundedLine(line, document, snapshot).map((step): TraceStep => ({ pointer, ...step }));
  const fee = snapshot.shippingFee;
  yield ofDocument({ kind: 'INVOICE_CREDITED', invoice: document.createdFrom ?? invoiceId, linkedShare });
  yield* jurisdictionSteps(snapshot).map(ofDocument);
  for (const [index, item] of items.entries()) {
    const line = { ...item, frozen: snapshot.items[index]!, refunded: refund.items[index]! };
    yield* lineSteps(`/items/${index}`, line);
  }
  if (shippingFee && fee && refund.shippingFee) {
    const line = { ...noDiscount, ...shippingFee, frozen: fee, refunded: refund.shippingFee };
    yield* lineSteps('/shippingFee', line);
  }
  yield ofDocument({
    kind: 'DOCUMENT_TOTALLED',
    tax: decimal(salesTax.amount),
    total: decimal(finalTransactionAmount),
    isTaxInclusive,
  });
}

/** The general rates of all places, without duplicates, because several places may share a jurisdiction. */
function jurisdictionSteps(snapshot: TransactionSnapshot): StepFacts[] {
  const { taxDate } = snapshot;
  const rates = placesOf(snapshot).flatMap((_, index) => ratesOfPlace(snapshot, index === 0 ? undefined : index - 1));
  return [...new Map(rates.map((rate) => [`${rate.jurisdiction.id} ${rate.rate}`, rate])).values()].map((rate) => ({
    kind: 'JURISDICTION_FOUND',
    taxDate,
    ...rate,
    rate: decimal(rate.rate),
  }));
}

const noDiscount = { discount: null, relativeTransactionDiscount: '0' };

type RefundedLine = LineFigures & {
  readonly discount: string | null;
  readonly relativeTransactionDiscount: string;
  readonly frozen: SnapshotLine;
  readonly refunded: SnapshotRefundedLine;
};

function refundedLine(
  line: RefundedLine,
  { currency }: TransactionDocument,
  snapshot: TransactionSnapshot,
): StepFacts[] {
  const { originalTax, originalBase, baseBefore, taxBefore, taxNow, originalParts, partsBefore } = line.refunded;
  const base = decimal(line.calculatedTotal);
  const lineRefund = {
    originalTax: decimal(originalTax),
    originalBase: decimal(originalBase),
    baseBefore: decimal(baseBefore),
    taxBefore: decimal(taxBefore),
    ...(taxNow !== undefined && { taxNow: decimal(taxNow) }),
    baseNow: base,
    minorUnit: minorUnitOf(currency),
  };
  const parts = originalParts.map((taxAmount, index) => ({
    jurisdiction: snapshot.rates[line.frozen.taxLines[index]!.rate]!.jurisdiction,
    taxAmount: decimal(taxAmount),
    ...(partsBefore && { taxBefore: decimal(partsBefore[index]!) }),
  }));
  const found: StepFacts = {
    kind: 'BASE_FOUND',
    total: decimal(line.totalPrice),
    discount: decimal(line.discount ?? '0'),
    discountShare: decimal(line.relativeTransactionDiscount),
    base,
  };
  return [found, ...refundSteps(lineRefund, parts)];
}
