import type { Assessment } from '../model/assessment.ts';
import { toUnits } from '../numbers/decimal.ts';
import type { StepFacts, Trace } from './trace.ts';
import { allocationsOf } from './trace-allocation.ts';
import { lawSteps } from './trace-law.ts';
import { placeSteps } from './trace-place.ts';
import { discountAllocations, discountCap, priceSteps } from './trace-prices.ts';
import { roundingSteps } from './trace-rounding.ts';
import { linesOf, type Workings, type WorkingsLine } from './workings.ts';

/**
 * Explains a finished assessment step by step: the place of the document, then each line, then the totals. The first line
 * that is taxed elsewhere is preceded by its place.
 */
export function traceAssessment(workings: Workings, assessment: Assessment, trace: Trace): void {
  const { document } = workings;
  const add = (pointer: string, steps: readonly StepFacts[]) => {
    for (const step of steps) trace.add({ ...step, pointer });
  };
  const rounding = roundingSteps(workings);
  const discounts = discountAllocations(workings);
  add('', [...placeSteps(document, document), ...discountCap(workings)]);
  const shown = new Set<unknown>();
  for (const line of linesOf(workings)) {
    const { at } = line.facts;
    if (at && !shown.has(at)) add(line.pointer, placeSteps(at, document));
    shown.add(at);
    add(line.pointer, priceSteps(line, discounts, document));
    add(line.pointer, lawSteps(line, workings));
    add(line.pointer, rounding.ofLines[line.index]!);
    add(line.pointer, splitSteps(line, workings));
  }
  const { taxAmount: tax, finalTransactionAmount: total } = assessment;
  const { isTaxInclusive } = document;
  add('', [...rounding.ofDocument, { kind: 'DOCUMENT_TOTALLED', tax, total, isTaxInclusive }]);
}

function splitSteps({ index, taxed, tax }: WorkingsLine, { document, assessed }: Workings): StepFacts[] {
  const { shares, weights } = taxed.lineTax.split;
  if (tax === 0n || shares.length === 0) return [];
  const taxes = assessed[index]!.taxLines.map(({ taxAmount }) => toUnits(taxAmount, document.minorUnit));
  const allocations = allocationsOf(taxes, weights, document.minorUnit);
  return shares.flatMap(({ jurisdiction }, position): StepFacts[] =>
    weights[position] === 0n ? [] : [{ kind: 'TAX_SPLIT', jurisdiction, allocation: allocations[position]! }],
  );
}
