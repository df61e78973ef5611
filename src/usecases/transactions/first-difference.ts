import type { TraceStepView } from '../../domain/transactions/trace/trace-step.ts';
import type { DocumentToAssess } from '../../tax/model/assessment.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';
import type { CalculatedQuote } from './calculate-transaction.ts';
import { stepsOf } from './trace-transaction.ts';

type FoundStep = { readonly step: TraceStepView; readonly findings: string };

/** A calculation with its steps and what each finds, worked out once, when they are first read. */
type Explained = { readonly toAssess: DocumentToAssess | undefined; readonly steps: Iterable<FoundStep> };

export function withSteps({ transaction: document, snapshot, toAssess }: CalculatedQuote): Explained {
  const read: FoundStep[] = [];
  const rest = stepsOf({ document, snapshot, ...(toAssess && { toAssess }) });
  const steps = {
    *[Symbol.iterator]() {
      for (let index = 0; ; index += 1) {
        if (index === read.length) {
          const { value: step, done } = rest.next();
          if (done) return;
          read.push({ step, findings: findingsOf(step) });
        }
        yield read[index]!;
      }
    },
  };
  return { toAssess, steps };
}

/** A long document has tens of thousands of steps. */
const stepsPerTurn = 50;

/**
 * The first step that finds something else; where none does, the first in other words. Where the changed calculation only lacks
 * a step, that step.
 */
export async function firstDifference(before: Explained, after: Explained): Promise<TraceStepView | null> {
  const serveOthers = createYield();
  const others = before.steps[Symbol.iterator]();
  let inWords: TraceStepView | null = null;
  let isAtPlace = true;
  let count = 0;
  for (const { step, findings } of after.steps) {
    count += 1;
    if (count % stepsPerTurn === 0) await serveOthers();
    if (isAtPlace && step.pointer !== '') {
      isAtPlace = false;
      // The steps of the place found the same, so those of the same lines do.
      if (inWords !== null && haveSameLines(before, after)) return inWords;
    }
    const { value: other, done } = others.next();
    if (done) return step;
    if (other.findings !== findings) return has(after, other.step) || !has(before, step) ? step : other.step;
    if (other.step.message !== step.message) inWords ??= step;
  }
  return others.next().value?.step ?? inWords;
}

/** Whether all lines are taxed alike in the same place. A certificate may depend on the date, and so may another place of an item. */
function haveSameLines({ toAssess: before }: Explained, { toAssess: after }: Explained): boolean {
  if (!before || !after) return false;
  const isAlone = (one: DocumentToAssess) => one.certificates.length === 0 && one.items.every(({ at }) => !at);
  const linesOf = ({ items, shippingFee }: DocumentToAssess) => (shippingFee ? [...items, shippingFee] : items);
  const rules = linesOf(after).map(({ rule }) => rule);
  return (
    isAlone(before) &&
    isAlone(after) &&
    linesOf(before).every(({ rule }, index) => rule === rules[index]) &&
    factsOf(before) === factsOf(after)
  );
}

/** What decides the tax besides the place and the rules. */
function factsOf({ place: _, items, shippingFee, ...document }: DocumentToAssess): string {
  const withoutRule = { rule: undefined };
  return JSON.stringify([
    document,
    items.map((item) => ({ ...item, ...withoutRule })),
    shippingFee && { ...shippingFee, ...withoutRule },
  ]);
}

/** Whether a step looks at the same thing. The steps of a line follow each other, so those after it are not worked out. */
function has({ steps }: Explained, { kind, pointer, jurisdiction }: TraceStepView): boolean {
  let isReached = false;
  for (const { step } of steps) {
    if (step.kind === kind && step.pointer === pointer && step.jurisdiction?.id === jurisdiction?.id) return true;
    if (step.pointer === pointer) isReached = true;
    else if (isReached && pointer !== '') return false;
  }
  return false;
}

/** Such a step finds what its words say. */
const toldInWords: readonly TraceStepView['kind'][] = ['ADDRESS_MATCHED', 'COLLECTING'];

function findingsOf({ kind, pointer, message, jurisdiction, ...found }: TraceStepView): string {
  const { ruleId, exemptionId, refusal, reason, basis, rate, exact, amount } = found;
  const words = toldInWords.includes(kind) ? message : null;
  return JSON.stringify([
    kind,
    pointer,
    words,
    jurisdiction?.id,
    ...[ruleId, exemptionId, refusal, reason, basis, rate, exact, amount],
  ]);
}
