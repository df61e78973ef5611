import type { TraceStepView } from '../../domain/transactions/trace/trace-step.ts';
import { viewStep } from '../../domain/transactions/trace/trace-view.ts';
import { traceDocument } from '../../domain/transactions/trace/transaction-trace.ts';
import type { DocumentToAssess } from '../../tax/model/assessment.ts';
import type { TraceStep } from '../../tax/trace/trace.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';
import type { CalculatedQuote } from './calculate-transaction.ts';

/** A calculation of a document with its steps. */
type Explained = {
  readonly currency: string;
  readonly toAssess: DocumentToAssess | undefined;
  readonly steps: Iterable<TraceStep>;
};

/** Recomputes the steps on each read, because the steps of many long documents take a lot of memory. */
export function withSteps({ transaction, snapshot, workedOut }: CalculatedQuote): Explained {
  const steps = { [Symbol.iterator]: () => traceDocument(transaction, snapshot, workedOut) };
  return { currency: transaction.currency, toAssess: workedOut?.workings.document, steps };
}

/** Computes the steps once, on first read. */
export function withKeptSteps({ transaction, snapshot, workedOut }: CalculatedQuote): Explained {
  const read: TraceStep[] = [];
  const rest = traceDocument(transaction, snapshot, workedOut);
  const steps = {
    *[Symbol.iterator]() {
      for (let index = 0; ; index += 1) {
        if (index === read.length) {
          const { value: step, done } = rest.next();
          if (done) return;
          read.push(step);
        }
        yield read[index]!;
      }
    },
  };
  return { currency: transaction.currency, toAssess: workedOut?.workings.document, steps };
}

/** A long document has tens of thousands of steps. */
const stepsPerTurn = 50;

/**
 * The first step with a different finding, otherwise the first step with a different message. If the changed
 * calculation only lacks a step, that step is returned.
 */
export async function firstDifference(before: Explained, after: Explained): Promise<TraceStepView | null> {
  const serveOthers = createYield();
  const others = before.steps[Symbol.iterator]();
  let inWords: TraceStepView | null = null;
  let isAtPlace = true;
  let count = 0;
  for (const step of after.steps) {
    count += 1;
    if (count % stepsPerTurn === 0) await serveOthers();
    if (isAtPlace && step.pointer !== '') {
      isAtPlace = false;
      // The steps of the place have the same findings, so the steps of equal lines are the same too.
      if (inWords !== null && haveSameLines(before, after)) return inWords;
    }
    const { value: other, done } = others.next();
    if (done) return viewStep(step, after.currency);
    // The same facts lead to the same finding and the same wording, which takes longer to compose.
    if (areEqual(other, step)) continue;
    const [was, is] = [viewStep(other, before.currency), viewStep(step, after.currency)];
    if (findingsOf(was) !== findingsOf(is)) return has(after, was) || !has(before, is) ? is : was;
    if (was.message !== is.message) inWords ??= is;
  }
  const { value: missing, done } = others.next();
  return done ? inWords : viewStep(missing, before.currency);
}

/**
 * Whether two calculations differ only in their place. False if a document has certificates, or items that are taxed at
 * other places, because these may depend on the date.
 */
function haveSameLines({ toAssess: before }: Explained, { toAssess: after }: Explained): boolean {
  if (!before || !after) return false;
  const isAlone = (one: DocumentToAssess) => one.certificates.length === 0 && one.items.every(({ at }) => !at);
  return isAlone(before) && isAlone(after) && areEqual({ ...before, place: null }, { ...after, place: null });
}

/**
 * Whether two values of plain data are equal. This is fast for rules and jurisdictions, which are mostly identical
 * objects.
 */
function areEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const members = Object.entries(one);
  if (members.length !== Object.keys(other).length) return false;
  return members.every(([name, value]) => areEqual(value, (other as Record<string, unknown>)[name]));
}

/**
 * Whether the calculation has a step with the same subject. The steps of a line are consecutive, so later steps need
 * not be computed.
 */
function has({ currency, steps }: Explained, { kind, pointer, jurisdiction }: TraceStepView): boolean {
  let isReached = false;
  for (const step of steps) {
    if (
      step.kind === kind &&
      step.pointer === pointer &&
      viewStep(step, currency).jurisdiction?.id === jurisdiction?.id
    )
      return true;
    if (step.pointer === pointer) isReached = true;
    else if (isReached && pointer !== '') return false;
  }
  return false;
}

/** Steps whose only finding is their message. */
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
