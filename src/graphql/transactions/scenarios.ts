import { inclusiveRounding, roundingLevel, roundingMode } from '../../domain/account/setting-choices.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { scenarioResult } from '../../domain/what-if/scenarios/scenario-differences.ts';
import { lineAmountRounding, scenarioFields, scenarioParts } from '../../domain/what-if/scenarios/scenario-input.ts';
import { compareScenarios } from '../../usecases/transactions/compare-scenarios.ts';
import { AddressInputRef } from '../base/address.ts';
import { inCurrencyOf } from '../base/amounts.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { ExemptionTypeEnum } from '../base/enums.ts';
import { Conflict, InsufficientCoverage, InvalidInput, NotFound } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inTurn } from '../base/in-turn.ts';
import { recordName, TransactionByRef } from '../base/record-name.ts';
import { enumOf, recordFields } from '../base/record-type.ts';
import { charge } from '../execution/actual-cost.ts';
import { costOfQuotedItem, QuoteCustomerInputRef, QuoteInputRef, QuoteRef, shownQuote, workOfQuote } from './quote.ts';

type Compared = Awaited<ReturnType<typeof compareScenarios>>;

const ScenarioRef = builder.objectRef<Compared['scenarios'][number]>(scenarioResult.name).implement({
  description: scenarioResult.description,
  extensions: inCurrencyOf(({ quote }: Compared['scenarios'][number]) => quote.transaction.currency),
  fields: (t) => ({
    ...recordFields(t, scenarioResult),
    quote: t.field({
      type: QuoteRef,
      description: 'The document under the changes. With exact amounts of lines, its figures are not rounded.',
      resolve: ({ quote }, _args, ctx) => shownQuote(quote, ctx),
    }),
  }),
});

const ScenarioComparisonRef = builder.objectRef<Compared>('ScenarioComparison').implement({
  description: 'A document, and what named changes make of its tax.',
  fields: (t) => ({
    base: t.field({
      type: QuoteRef,
      description: 'The document without changes.',
      resolve: ({ base }, _args, ctx) => shownQuote(base, ctx),
    }),
    scenarios: t.field({
      type: [ScenarioRef],
      extensions: { listSize: 5 },
      description: 'The scenarios, in the order sent.',
      resolve: ({ scenarios }) => [...scenarios],
    }),
  }),
});

const described = descriptionsOf(scenarioFields);
const describedRounding = descriptionsOf(scenarioParts.rounding);
const describedCode = descriptionsOf(scenarioParts.lineCode);
const describedRegistration = descriptionsOf(scenarioParts.registration);
const describedExemption = descriptionsOf(scenarioParts.exemption);

const LineCodeInputRef = builder.inputType('LineCodeInput', {
  description: 'Another tax code of an item.',
  fields: (t) => ({
    line: t.int({ required: true, description: describedCode.line }),
    taxCode: t.string({ required: true, description: describedCode.taxCode }),
  }),
});

const RoundingInputRef = builder.inputType('RoundingInput', {
  description: 'Another way to round.',
  fields: (t) => ({
    roundingLevel: t.field({ type: enumOf(roundingLevel), description: describedRounding.roundingLevel }),
    roundingMode: t.field({ type: enumOf(roundingMode), description: describedRounding.roundingMode }),
    inclusiveRounding: t.field({ type: enumOf(inclusiveRounding), description: describedRounding.inclusiveRounding }),
    lineAmounts: t.field({ type: enumOf(lineAmountRounding), description: describedRounding.lineAmounts }),
  }),
});

const SupposedRegistrationInputRef = builder.inputType('SupposedRegistrationInput', {
  description: 'A place in which the seller would be registered, or would not.',
  fields: (t) => ({
    country: t.string({ description: describedRegistration.country }),
    state: t.string({ description: describedRegistration.state }),
    isRegistered: t.boolean({ required: true, description: describedRegistration.isRegistered }),
  }),
});

const SupposedExemptionInputRef = builder.inputType('SupposedExemptionInput', {
  description: 'A certificate that the customer would have.',
  fields: (t) => ({
    country: t.string({ description: describedExemption.country }),
    state: t.string({ description: describedExemption.state }),
    exemptionType: t.field({ type: ExemptionTypeEnum, description: describedExemption.exemptionType }),
    exemptFraction: t.field({ type: 'Decimal', description: describedExemption.exemptFraction }),
    reducedRate: t.field({ type: 'Decimal', description: describedExemption.reducedRate }),
    taxCodes: t.stringList({ description: describedExemption.taxCodes }),
  }),
});

const ScenarioInputRef = builder.inputType('ScenarioInput', {
  description: 'Named changes to a document. What is not sent stays as it is.',
  fields: (t) => ({
    label: t.string({ required: true, description: described.label }),
    shippingAddress: t.field({ type: AddressInputRef, description: described.shippingAddress }),
    taxDate: t.field({ type: 'Date', description: described.taxDate }),
    taxCodes: t.field({ type: [LineCodeInputRef], description: described.taxCodes }),
    customerId: t.field({ type: 'UUID', description: described.customerId }),
    customer: t.field({ type: QuoteCustomerInputRef, description: described.customer }),
    exemption: t.field({ type: SupposedExemptionInputRef, description: described.exemption }),
    registrations: t.field({ type: [SupposedRegistrationInputRef], description: described.registrations }),
    isTaxInclusive: t.boolean({ description: described.isTaxInclusive }),
    transactionLevelDiscount: t.field({ type: 'Decimal', description: described.transactionLevelDiscount }),
    rounding: t.field({ type: RoundingInputRef, description: described.rounding }),
    rateBookVersion: t.string({ description: described.rateBookVersion }),
  }),
});

const ScenarioBaseInputRef = builder.inputType('ScenarioBaseInput', {
  isOneOf: true,
  description: 'A document to calculate, or a stored one.',
  fields: (t) => ({
    quote: t.field({ type: QuoteInputRef, description: 'A document to calculate, such as a cart.' }),
    transaction: t.field({
      type: TransactionByRef,
      description:
        'A stored document, which needs `transactions:read`. It is calculated as it was sent, with the current rates, rules, certificates and settings.',
    }),
  }),
});

const CompareScenariosInputRef = builder.inputType('CompareScenariosInput', {
  description: 'A document, and changes to compare it with.',
  fields: (t) => ({
    base: t.field({
      type: ScenarioBaseInputRef,
      required: true,
      description: 'The document that all scenarios are compared with.',
    }),
    scenarios: t.field({
      type: [ScenarioInputRef],
      required: true,
      description: `Named changes to the document, each on its own; at most ${gatewayLimits.scenarios}.`,
    }),
  }),
});

builder.queryField('compareScenarios', (t) =>
  t.field({
    type: ScenarioComparisonRef,
    extensions: { ...needsScopes('tax:read'), work: workOfQuote },
    errors: { types: [InvalidInput, NotFound, Conflict, InsufficientCoverage] },
    description:
      'Calculates a document, such as a cart or a stored invoice, and named changes of it, and tells what each changes. Stores nothing.',
    args: {
      input: t.arg({
        ...checked(CompareScenariosInputRef, (inputs) => inputs.comparisonInGraphql),
        required: true,
        description: 'The document and the changes.',
      }),
    },
    resolve: async (_root, { input }, ctx) => {
      const { base, scenarios } = input.parsed;
      // Besides its calculation, each scenario has the steps that are compared.
      const chargeItems = (count: number) =>
        charge(ctx, scenarios.length * 2 * (workOfQuote + costOfQuotedItem * count));
      const by = input.base.transaction;
      const transaction = by ? recordName(by, 'Transaction', ['base', 'transaction']) : null;
      const comparison = { base: { quote: base.quote, transaction }, scenarios };
      return inTurn(ctx, () => compareScenarios(ctx, comparison, chargeItems));
    },
  }),
);
