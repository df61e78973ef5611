import type { Assessment } from '../model/assessment.ts';
import { toUnits } from '../numbers/decimal.ts';
import type { StepFacts, Trace } from './trace.ts';
import { allotmentsOf } from './trace-allotment.ts';
import { lawSteps } from './trace-law.ts';
import { placeSteps } from './trace-place.ts';
import { discountAllotments, discountCap, priceSteps } from './trace-prices.ts';
import { roundingSteps } from './trace-rounding.ts';
import { linesOf, type Working, type WorkingLine } from './working.ts';

/** Tells a finished assessment step by step: the document's place, then each line, then the document's sums. */
export function traceAssessment(working: Working, assessment: Assessment, trace: Trace): void {
  const { document } = working;
  const tell = (pointer: string, steps: readonly StepFacts[]) => {
    for (const step of steps) trace.add({ ...step, pointer });
  };
  const rounding = roundingSteps(working);
  const discounts = discountAllotments(working);
  tell('', [...placeSteps(document), ...discountCap(working)]);
  for (const line of linesOf(working)) {
    tell(line.pointer, priceSteps(line, discounts, document));
    tell(line.pointer, lawSteps(line, working));
    tell(line.pointer, rounding.ofLines[line.index]!);
    tell(line.pointer, splitSteps(line, working));
  }
  const { taxAmount: tax, finalTransactionAmount: total } = assessment;
  const { isTaxInclusive } = document;
  tell('', [...rounding.ofDocument, { kind: 'DOCUMENT_TOTALLED', tax, total, isTaxInclusive }]);
}

function splitSteps({ index, taxed, tax }: WorkingLine, { document, assessed }: Working): StepFacts[] {
  const { parts, weights } = taxed.burden.sharing;
  if (tax === 0n || parts.length === 0) return [];
  const taxes = assessed[index]!.taxLines.map(({ taxAmount }) => toUnits(taxAmount, document.minorUnit));
  const allotments = allotmentsOf(taxes, weights, document.minorUnit);
  return parts.flatMap(({ jurisdiction }, position): StepFacts[] =>
    weights[position] === 0n ? [] : [{ kind: 'TAX_SPLIT', jurisdiction, allotment: allotments[position]! }],
  );
}
