import { scenarioResult } from '../../domain/what-if/scenarios/scenario-differences.ts';
import { comparisonFields, scenarioFields } from '../../domain/what-if/scenarios/scenario-input.ts';
import type { CalculatedQuote } from '../../usecases/transactions/calculate-transaction.ts';
import { compareScenarios } from '../../usecases/transactions/compare-scenarios.ts';
import { inCurrencyOf } from '../base/amounts.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { recordName, TransactionByRef } from '../base/record-name.ts';
import { recordFields } from '../base/record-type.ts';
import { charge } from '../execution/actual-cost.ts';
import { inTurn } from '../execution/in-turn.ts';
import { costOfQuotedItem, QuoteCustomerInputRef, QuoteInputRef, QuoteRef, shownQuote, workOfQuote } from './quote.ts';

type Compared = Awaited<ReturnType<typeof compareScenarios<CalculatedQuote>>>;

const ScenarioRef = builder.objectRef<Compared['scenarios'][number]>(scenarioResult.name).implement({
  description: scenarioResult.description,
  extensions: inCurrencyOf(({ quote }: Compared['scenarios'][number]) => quote.transaction.currency),
  fields: (t) => ({
    ...recordFields(t, scenarioResult),
    quote: t.field({
      type: QuoteRef,
      description: 'The document with the changes applied. With exact line amounts, its figures are not rounded.',
      resolve: ({ quote }, _args, ctx) => shownQuote(quote, ctx),
    }),
  }),
});

const ScenarioComparisonRef = builder.objectRef<Compared>('ScenarioComparison').implement({
  description: 'A document, and the effect of named changes on its tax.',
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

inputOf(scenarioFields, { types: { customer: QuoteCustomerInputRef } });
inputOf(comparisonFields.shape.base, {
  isOneOf: true,
  types: { quote: QuoteInputRef, transaction: TransactionByRef },
});

builder.queryField('compareScenarios', (t) =>
  t.field({
    type: ScenarioComparisonRef,
    extensions: { ...needsScopes('tax:read'), work: workOfQuote },
    errors: errorsOf('NOT_FOUND', 'CONFLICT', 'INSUFFICIENT_COVERAGE'),
    description:
      'Calculates a document, such as a cart or a stored invoice, with and without named changes, and returns the effect of each change. Nothing is stored.',
    args: {
      input: t.arg({
        ...checked(inputOf(comparisonFields), (inputs) => inputs.comparisonInGraphql),
        required: true,
        description: 'The document and the changes.',
      }),
    },
    resolve: async (_root, { input }, ctx) => {
      const { base, scenarios } = input.parsed;
      // Charged twice, because each scenario also keeps its steps for the comparison.
      const onItems = (count: number) => charge(ctx, scenarios.length * 2 * (workOfQuote + costOfQuotedItem * count));
      const by = input.base.transaction;
      const transaction = by ? recordName(by, 'Transaction', ['base', 'transaction']) : null;
      const comparison = { base: { quote: base.quote, transaction }, scenarios };
      return inTurn(ctx, () => compareScenarios(ctx, comparison, { keep: (quote) => quote, onItems }));
    },
  }),
);
