import type { TenantSettings } from '../../domain/account/tenant.ts';
import { invalidField, within } from '../../domain/base/errors.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import { formatCount } from '../../domain/base/words.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import { needsDeclarations } from '../../domain/nexus/tax-collection.ts';
import type { QuoteInput } from '../../domain/transactions/quote-input.ts';
import { declaredInput } from '../../domain/transactions/submitted-input.ts';
import type { ScenarioResult } from '../../domain/what-if/scenarios/scenario-differences.ts';
import type { ComparisonInput, Scenario } from '../../domain/what-if/scenarios/scenario-input.ts';
import { supposedBy } from '../../domain/what-if/scenarios/supposed-by.ts';
import { authorize, type Context, type Session } from '../../ports/context.ts';
import { currentSettings } from '../account/account.ts';
import type { LawFinder } from '../assessment/calculate-document.ts';
import { lawOfPlaces } from '../assessment/law/law-of-place.ts';
import { inputDefaults } from '../assessment/request/input-defaults.ts';
import { afterPartOf } from '../writing/yield-to-event-loop.ts';
import { type CalculatedQuote, calculateUnder, loadFacts } from './calculate-transaction.ts';
import { loadQuoteFacts, type QuoteFacts } from './document-customer.ts';
import { firstDifference, withKeptSteps, withSteps } from './first-difference.ts';
import { findTransaction } from './get-transaction.ts';
import { requireRateBook } from './replay-target.ts';

type ComparedScenario<Kept> = ScenarioResult & { readonly quote: Kept };

/** A document without changes and in each scenario. */
type ScenarioComparison<Kept> = { readonly base: Kept; readonly scenarios: readonly ComparedScenario<Kept>[] };

type ComparisonOptions<Kept> = {
  /**
   * Returns the required part of a quote, because all quotes of a long document take several times the memory of the
   * response.
   */
  readonly keep: (quote: CalculatedQuote) => Kept | Promise<Kept>;
  /** Called with the number of items before the calculation; may throw to refuse it. */
  readonly onItems?: (count: number) => void;
};

/** Calculates a document and named changes to it, each applied separately, without storing anything. */
export async function compareScenarios<Kept>(
  ctx: Context,
  { base, scenarios }: ComparisonInput,
  { keep, onItems }: ComparisonOptions<Kept>,
): Promise<ScenarioComparison<Kept>> {
  const session = authorize(ctx, 'tax:read');
  const input = base.quote ?? (await storedInput(ctx, session, base.transaction!));
  if (input.transactionType === 'REFUND' && input.createdFrom !== null) throw isRefund;
  onItems?.(input.items.length);
  const facts = await loadFacts(session, input);
  const law = rememberedLaw();
  const asIs = await calculateUnder(ctx, session, input, facts, law.find);
  const steps = withKeptSteps(asIs);
  const compared: ComparedScenario<Kept>[] = [];
  for (const [index, scenario] of scenarios.entries()) {
    const { apply, describe } = supposedBy(scenario, asIs.transaction.taxDate);
    const calculated = await within(['scenarios', index], () =>
      calculateScenario(ctx, session, { input, facts, scenario, apply, law }),
    );
    session.work.add(workCosts.item * input.items.length); // The cost of comparing the steps.
    await afterPartOf(input);
    const departsAt = await firstDifference(steps, withSteps(calculated));
    await afterPartOf(input);
    const difference = describe(asCalculated(asIs), asCalculated(calculated));
    await afterPartOf(input);
    const quote = await keep(withoutWorkings(calculated));
    compared.push({ label: scenario.label, quote, ...difference, departsAt });
  }
  return { base: await keep(withoutWorkings(asIs)), scenarios: compared };
}

/** Intermediate results are larger than their document, and only needed for the steps. */
const withoutWorkings = ({ workedOut: _, ...shown }: CalculatedQuote): CalculatedQuote => shown;

/** A refund uses the rates and tax of its invoice, whatever the scenario changes. */
const isRefund = invalidField(
  ['base'],
  'INVALID_VALUE',
  'A refund uses the rates of its invoice, so no scenario changes it. Compare the invoice.',
);

async function storedInput(ctx: Context, session: Session, by: RecordName): Promise<QuoteInput> {
  const { transactions } = authorize(ctx, 'transactions:read').stores;
  const { transaction } = await findTransaction(transactions, by);
  const defaults = inputDefaults(ctx.reference, await currentSettings(session));
  return { ...declaredInput(transaction, defaults), customer: null };
}

type Supposed = {
  readonly input: QuoteInput;
  readonly facts: QuoteFacts;
  readonly scenario: Scenario;
  readonly apply: ReturnType<typeof supposedBy>['apply'];
  readonly law: RememberedLaw;
};

type RememberedLaw = { readonly find: LawFinder; readonly again: LawFinder };

/** The law of the document's places, found once for the document and all scenarios that do not change that law. */
function rememberedLaw(): RememberedLaw {
  let last: ReturnType<LawFinder> | null = null;
  const find: LawFinder = (...asked) => {
    last = lawOfPlaces(...asked);
    return last;
  };
  return { find, again: (...asked) => last ?? find(...asked) };
}

/**
 * Prices, certificates and rounding do not affect the law of a place. With measured sales, a document may have two sets
 * of laws, so its law is not reused.
 */
function keepsLaw(scenario: Scenario, { euDistanceSales }: TenantSettings): boolean {
  const { shippingAddress, taxDate, taxCodes, customerId, customer, registrations, rateBookVersion } = scenario;
  const changes = [shippingAddress, taxDate, customerId, customer, rateBookVersion];
  return (
    euDistanceSales !== 'MEASURED' &&
    taxCodes.length === 0 &&
    registrations.length === 0 &&
    changes.every((change) => change === null)
  );
}

async function calculateScenario(ctx: Context, session: Session, { input, facts, scenario, apply, law }: Supposed) {
  const missing = scenario.taxCodes.findIndex(({ line }) => line >= input.items.length);
  if (missing >= 0) {
    const count = formatCount(input.items.length, 'item');
    const message = `line is out of range: the document has ${count}, and the first is line 0.`;
    throw invalidField(['taxCodes', missing, 'line'], 'OUT_OF_RANGE', message);
  }
  const hasOtherCustomer = scenario.customerId !== null || scenario.customer !== null;
  const known = hasOtherCustomer
    ? { ...(await loadQuoteFacts(session, scenario)), productCodes: facts.productCodes }
    : facts;
  const declarations = await declarationsFor(session, known, scenario);
  const { input: changedInput, ...changed } = apply({ ...known, declarations, input });
  const { rateBookVersion } = scenario;
  const reference =
    rateBookVersion === null
      ? ctx.reference
      : await requireRateBook(ctx, session, rateBookVersion, ['rateBookVersion']);
  const findLaw = keepsLaw(scenario, facts.settings) ? law.again : undefined;
  return calculateUnder({ ...ctx, reference }, session, changedInput, { ...known, ...changed }, findLaw);
}

/**
 * An account that collects everywhere needs no registrations, but a scenario with registrations collects only where the
 * seller is registered.
 */
function declarationsFor({ recent }: Session, { settings, declarations }: QuoteFacts, { registrations }: Scenario) {
  return registrations.length > 0 && !needsDeclarations(settings) ? recent.declarations() : declarations;
}

const asCalculated = ({ transaction, snapshot }: CalculatedQuote) => ({ document: transaction, snapshot });
