import { toDecimalText } from '../../domain/base/amount.ts';
import { AppError } from '../../domain/base/errors.ts';
import { version } from '../../domain/base/version.ts';
import { withExchangeRate } from '../../domain/transactions/document-exchange.ts';
import { noProductCodes, underProductCodes } from '../../domain/transactions/item-product.ts';
import { declaredInput } from '../../domain/transactions/submitted-input.ts';
import { factChanges } from '../../domain/what-if/replay/fact-changes.ts';
import { frozenFacts, type ReplayFacts } from '../../domain/what-if/replay/frozen-facts.ts';
import { assessFrozen } from '../../domain/what-if/replay/frozen-law.ts';
import { lawChanges } from '../../domain/what-if/replay/law-changes.ts';
import type { Replay, ReplayChange } from '../../domain/what-if/replay/replay-record.ts';
import { type Calculated, differingLines, hasSameFigures } from '../../domain/what-if/replay/replayed-figures.ts';
import type { Supposition } from '../../domain/what-if/supposition.ts';
import type { Context } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { StoredTransaction } from '../../ports/stores/transaction-store.ts';
import { decimal } from '../../tax/numbers/decimal.ts';
import { calculateDocument } from '../assessment/calculate-document.ts';
import { inputDefaults } from '../assessment/request/input-defaults.ts';
import { afterPartOf } from '../writing/yield-to-event-loop.ts';

/** Inputs for recalculating a document. */
export type ReplayTarget = {
  /**
   * The current facts, used for `CURRENT`. Documents stored without their own settings and declarations always use the
   * current ones.
   */
  readonly current: ReplayFacts;
  readonly asked: 'ORIGINAL' | 'CURRENT' | 'VERSION';
  /** The requested rate book; null for the document's own rate book. */
  readonly book: ReferenceData | null;
  /** The document's own rate book; null if it is not kept. */
  ownBook(stored: StoredTransaction): Promise<ReferenceData | null>;
};

/**
 * Recalculates a stored document. If its figures differ, every change is applied to the document one at a time, so that
 * each difference is traced to a single change. A refund of a stored invoice keeps the figures copied from it, whatever
 * the rate book.
 */
export async function replayDocument(ctx: Context, stored: StoredTransaction, target: ReplayTarget): Promise<Replay> {
  const { transaction, snapshot } = stored;
  const frozen = frozenFacts(stored, target.current);
  const asStored: Calculated = { document: transaction, snapshot };
  const calculate = (facts: CompleteFacts) => calculateAgain(ctx, stored, facts);
  const isRefund = snapshot.refund !== null;
  if (isRefund && !assessFrozen(asStored).reproduces) return fromFrozenLaw(stored, []);
  const facts = target.asked === 'CURRENT' ? asAccepted(target.current, frozen) : frozen;
  const book = target.book ?? (isRefund ? ctx.reference : await target.ownBook(stored));
  if (book === null) return fromFrozenLaw(stored, [notKept(transaction.rateBookVersion)]);
  const last = await calculate({ ...facts, reference: book });
  const found = resultOf(stored, last, isRefund ? transaction.rateBookVersion : book.version);
  if (last.kind === 'calculated' && hasSameFigures(asStored, last.calculated)) return found([]);
  const ownBook = isRefund ? ctx.reference : await target.ownBook(stored);
  const isOtherBook = target.asked !== 'ORIGINAL' && book !== ownBook && !isRefund;
  const others = target.asked === 'CURRENT' ? factChanges(frozen, facts, snapshot) : [];
  const suppositions: Supposition<FactsOfBook, Calculated, readonly ReplayChange[]>[] = [
    ...(ownBook ? [thisRelease(stored)] : []),
    ...(isOtherBook ? [{ apply: (known: FactsOfBook) => ({ ...known, reference: book }), describe: lawChanges }] : []),
    ...others,
  ];
  const changes: ReplayChange[] = ownBook ? [] : [notKept(transaction.rateBookVersion)];
  let reached = { ...frozen, reference: ownBook ?? book };
  let state = asStored;
  for (const [index, { apply, describe }] of suppositions.entries()) {
    reached = { ...reached, ...apply(reached) };
    // If no other facts apply, the last result has already been calculated.
    const next = others.length === 0 && index === suppositions.length - 1 ? last : await calculate(reached);
    if (next.kind === 'refused') {
      changes.push(refusal(next.error));
      continue;
    }
    if (!hasSameFigures(state, next.calculated)) changes.push(...describe(state, next.calculated));
    state = next.calculated;
  }
  if (changes.length === 0 && last.kind === 'refused') changes.push(refusal(last.error));
  return found(changes.length > 0 ? changes : [unexplained]);
}

type CompleteFacts = ReplayFacts & { readonly reference: ReferenceData };
type FactsOfBook = ReplayFacts & { readonly reference?: ReferenceData };

type Outcome =
  | { readonly kind: 'calculated'; readonly calculated: Calculated }
  | { readonly kind: 'refused'; readonly error: AppError };

async function calculateAgain(
  ctx: Context,
  { transaction, snapshot }: StoredTransaction,
  facts: CompleteFacts,
): Promise<Outcome> {
  const { settings, exchangeRates, reference } = facts;
  if (snapshot.refund) {
    const { exchangeRate: _, ...own } = transaction;
    const document = withExchangeRate(own, settings.reportingCurrency, exchangeRates);
    return { kind: 'calculated', calculated: { document, snapshot } };
  }
  const declared = declaredInput(transaction, inputDefaults(reference, settings));
  const input = underProductCodes(declared, facts.productCodes ?? noProductCodes);
  await afterPartOf(input);
  try {
    const { session } = ctx;
    const calculated = await calculateDocument({ session }, { ...facts, input }, null);
    await afterPartOf(input);
    return { kind: 'calculated', calculated };
  } catch (error) {
    if (error instanceof AppError && error.issues.length > 0) return { kind: 'refused', error };
    throw error;
  }
}

/**
 * The current facts, except that the document remains accepted, and a sale measured against the EU threshold keeps its
 * result.
 */
function asAccepted(current: ReplayFacts, { settings: then }: ReplayFacts): ReplayFacts {
  const settings = { ...current.settings, require: then.require };
  if (settings.euDistanceSales !== 'MEASURED' || !then.isEuThresholdMeasured) return { ...current, settings };
  const { euDistanceSales, isPastEuThreshold, isEuThresholdMeasured } = then;
  const measured = { euDistanceSales, isEuThresholdMeasured, ...(isPastEuThreshold && { isPastEuThreshold }) };
  return { ...current, settings: { ...settings, ...measured } };
}

function resultOf(stored: StoredTransaction, outcome: Outcome, rateBookVersion: string) {
  const taxAmount = outcome.kind === 'calculated' ? outcome.calculated.document.salesTax.amount : null;
  return (changes: readonly ReplayChange[]): Replay => ({
    ...headOf(stored),
    rateBookVersion,
    reproduces: changes.length === 0,
    ...(taxAmount !== null && differenceOf(stored, taxAmount)),
    changes,
  });
}

function headOf({ transaction, snapshot, digests }: StoredTransaction) {
  const { serviceId, source, externalId, currency, rateBookVersion } = transaction;
  const { engineVersion, bookDigest } = snapshot.basis ?? {};
  return {
    serviceId,
    source,
    externalId,
    currency,
    calculatedWith: {
      rateBookVersion,
      ...(bookDigest !== undefined && { rateBookDigest: bookDigest }),
      ...(engineVersion !== undefined && { engineVersion }),
      inputDigest: digests.inputDigest,
    },
  };
}

function differenceOf({ transaction }: StoredTransaction, taxAmount: string) {
  const difference = decimal(taxAmount).minus(decimal(transaction.salesTax.amount));
  return { taxAmount: toDecimalText(decimal(taxAmount)), taxDifference: toDecimalText(difference) };
}

/** The tax derived only from the facts stored with the document. */
function fromFrozenLaw(stored: StoredTransaction, known: readonly ReplayChange[]): Replay {
  const { transaction, snapshot } = stored;
  const { taxAmount, reproduces } = assessFrozen({ document: transaction, snapshot });
  return {
    ...headOf(stored),
    rateBookVersion: transaction.rateBookVersion,
    reproduces,
    ...differenceOf(stored, taxAmount),
    changes: [...known, ...(reproduces ? [] : [engineChange(stored, '')])],
  };
}

function notKept(rateBookVersion: string): ReplayChange {
  return {
    cause: 'BOOK_NOT_KEPT',
    pointer: '/rateBookVersion',
    message: `The rate book ${rateBookVersion} is not in the archive of this store, so the rates and rules stored with the document were used.`,
    before: rateBookVersion,
  } as ReplayChange;
}

/** Assumes that only the release has changed: this release calculates the document with the original inputs. */
const thisRelease = (stored: StoredTransaction): Supposition<FactsOfBook, Calculated, readonly ReplayChange[]> => ({
  apply: (facts) => facts,
  describe: (before, after) => [engineChange(stored, differingLines(before, after)[0]?.after.pointer ?? '')],
});

/** The cause if the figures differ with the original inputs: another release, missing facts, or an altered document. */
function engineChange({ snapshot }: StoredTransaction, pointer: string): ReplayChange {
  const { basis } = snapshot;
  if (!basis) {
    const message =
      'The document was calculated by a release that did not keep the account settings. The current settings give different figures.';
    return { cause: 'FACTS_NOT_KEPT', pointer, message } as ReplayChange;
  }
  if (basis.engineVersion === version) return { ...unexplained, pointer };
  const message = `Release ${basis.engineVersion} calculated the document, and release ${version} calculates it differently.`;
  return { cause: 'ENGINE_CHANGED', pointer, message, before: basis.engineVersion, after: version } as ReplayChange;
}

const unexplained = {
  cause: 'UNEXPLAINED',
  pointer: '',
  message:
    'The figures differ, although nothing stored with the document has changed. The document may have been altered.',
} as ReplayChange;

/** The rate book or the settings refuse the document. */
function refusal({ issues, message }: AppError): ReplayChange {
  const pointer = (issues[0]?.path ?? []).map((part) => `/${part}`).join('');
  return { cause: 'RULE_CHANGED', pointer, message: `The document cannot be calculated: ${message}` } as ReplayChange;
}
