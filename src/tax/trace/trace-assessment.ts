import { refusalAt } from '../law/exemptions.ts';
import { placeRates } from '../law/place-rates.ts';
import type { Assessment, DocumentToAssess, ItemToAssess, PlaceToAssess } from '../model/assessment.ts';
import { type Decimal, fromUnits, one, roundToUnit, sum, toUnits } from '../numbers/decimal.ts';
import type { Allocation, StepFacts, TraceStep } from './trace.ts';
import { allocationsOf } from './trace-allocation.ts';
import { lawSteps } from './trace-law.ts';
import { roundingSteps } from './trace-rounding.ts';
import { linesOf, type Workings, type WorkingsLine } from './workings.ts';

/**
 * Explains a finished assessment step by step: the place of the document, each line, then the totals. The steps of any
 * other place come before the first line taxed there.
 */
export function* traceAssessment(workings: Workings, assessment: Assessment): Generator<TraceStep, void> {
  const { document } = workings;
  yield* at('', [...placeSteps(document, document), ...discountCap(workings)]);
  const rounding = roundingSteps(workings);
  const discounts = discountAllocations(workings);
  const shown = new Set<unknown>();
  for (const line of linesOf(workings)) {
    const { pointer } = line;
    const elsewhere = line.facts.at;
    if (elsewhere && !shown.has(elsewhere)) yield* at(pointer, placeSteps(elsewhere, document));
    shown.add(elsewhere);
    // The first part of a shipping fee has the price of the whole fee.
    if (line.index <= document.items.length) yield* at(pointer, priceSteps(line, discounts, document));
    yield* at(pointer, lawSteps(line, workings));
    yield* at(pointer, rounding.ofLine(line.index));
    yield* at(pointer, splitSteps(line, workings));
  }
  const { taxAmount: tax, finalTransactionAmount: total } = assessment;
  const { isTaxInclusive } = document;
  yield* at('', [...rounding.ofDocument, { kind: 'DOCUMENT_TOTALLED', tax, total, isTaxInclusive }]);
}

function* at(pointer: string, steps: readonly StepFacts[]): Generator<TraceStep, void> {
  for (const step of steps) yield { ...step, pointer };
}

/** Separate taxes are not split, because each was rounded separately. */
function splitSteps({ index, taxed, tax }: WorkingsLine, { document, assessed, rounded }: Workings): StepFacts[] {
  const { shares, weights } = taxed.lineTax.split;
  if (tax === 0n || shares.length === 0 || rounded[index]!.parts !== null) return [];
  const taxes = assessed[index]!.taxLines.map(({ taxAmount }) => toUnits(taxAmount, document.minorUnit));
  const allocations = allocationsOf(taxes, weights, document.minorUnit);
  return shares.flatMap(({ jurisdiction }, position): StepFacts[] =>
    weights[position] === 0n ? [] : [{ kind: 'TAX_SPLIT', jurisdiction, allocation: allocations[position]! }],
  );
}

/** The steps of a place: its jurisdictions, whether the seller collects, and certificates that do not apply. */
function placeSteps(
  { place, isCollecting }: PlaceToAssess,
  { certificates }: Pick<DocumentToAssess, 'certificates'>,
): StepFacts[] {
  const { taxDate, localRateCap } = place;
  const found = place.rates.map((rate): StepFacts => ({ kind: 'JURISDICTION_FOUND', taxDate, ...rate }));
  const cut = placeRates(place).flatMap(({ jurisdiction, rate, isCut }, index): StepFacts[] => {
    if (!isCut || localRateCap === null) return [];
    return [{ kind: 'LOCAL_RATE_CUT', jurisdiction, generalRate: place.rates[index]!.rate, rate, localRateCap }];
  });
  const refused = certificates.flatMap((certificate): StepFacts[] => {
    const refusal = refusalAt(place, certificate);
    return refusal === null ? [] : [{ kind: 'CERTIFICATE_REFUSED', certificate, refusal }];
  });
  return [...found, ...cut, { kind: 'COLLECTING', isCollecting, because: null }, ...refused];
}

/** Steps 1 to 5 of a line: its total, its share of the transaction discount, and its base. */
function priceSteps(line: WorkingsLine, discounts: readonly Allocation[], document: DocumentToAssess): StepFacts[] {
  const { minorUnit } = document;
  const allocation = discounts[line.index];
  const weight = fromUnits(weightOf(line.taxed.amounts), minorUnit);
  const { total, discount, discountShare, base } = line.taxed.amounts;
  const inMoney = (units: bigint) => fromUnits(units, minorUnit);
  return [
    { kind: 'LINE_TOTALLED', ...sentPrice(line.item, document), total: inMoney(total) },
    ...(allocation ? [{ kind: 'DISCOUNT_SHARED' as const, weight, allocation }] : []),
    {
      kind: 'BASE_FOUND',
      total: inMoney(total),
      discount: inMoney(discount),
      discountShare: inMoney(discountShare),
      base: inMoney(base),
    },
  ];
}

type SentPrice = { readonly unitPrice: Decimal | null; readonly quantity: Decimal; readonly exact: Decimal };

function sentPrice(item: ItemToAssess | null, { shippingFee }: DocumentToAssess): SentPrice {
  if (item === null) return { unitPrice: null, quantity: one, exact: shippingFee!.totalPrice };
  const { unitPrice, quantity, totalPrice } = item;
  return { unitPrice, quantity, exact: totalPrice ?? unitPrice!.times(quantity) };
}

/** The shares of the transaction discount for the lines it covers; empty if there is no discount. */
function discountAllocations({ document, lines }: Workings): readonly Allocation[] {
  const { minorUnit, options, items, transactionLevelDiscount } = document;
  if (transactionLevelDiscount.isZero()) return [];
  const covered = options.discountCoversShipping ? lines : lines.slice(0, items.length);
  const weights = covered.map(({ amounts }) => weightOf(amounts));
  const parts = covered.map(({ amounts }) => amounts.discountShare);
  return allocationsOf(parts, weights, minorUnit);
}

function weightOf({ total, discount }: { readonly total: bigint; readonly discount: bigint }): bigint {
  return total > discount ? total - discount : 0n;
}

/** The step added if the lines add up to less than the transaction discount. */
function discountCap({ document, assessed }: Workings): StepFacts[] {
  const sent = roundToUnit(document.transactionLevelDiscount, document.minorUnit);
  const shared = sum(assessed.map(({ relativeTransactionDiscount }) => relativeTransactionDiscount));
  return shared.eq(sent) ? [] : [{ kind: 'DISCOUNT_CAPPED', sent, shared }];
}
