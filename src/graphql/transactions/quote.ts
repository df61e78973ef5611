import type { Customer } from '../../domain/customers/customer.ts';
import type { Quote } from '../../domain/transactions/quote.ts';
import { describedCustomerFields, quoteFields } from '../../domain/transactions/quote-input.ts';
import { transactionProblems } from '../../domain/transactions/transaction-problems.ts';
import { type CalculatedQuote, calculateTransaction } from '../../usecases/transactions/calculate-transaction.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { type GraphqlContext, loadersOf } from '../base/context.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { RecordKeyRef } from '../base/record-name.ts';
import { CustomerRef } from '../customers/customer.ts';
import { charge } from '../execution/actual-cost.ts';
import { inTurn } from '../execution/in-turn.ts';
import { CalculatedDocumentRef } from './calculated-document.ts';

export const QuoteRef = builder.objectRef<Quote & { readonly customer: Customer | null }>('Quote').implement({
  description: 'A calculated document that is not stored. Omitted fields are null.',
  interfaces: [CalculatedDocumentRef],
  fields: (t) => ({
    customer: t.expose('customer', {
      type: CustomerRef,
      nullable: true,
      description:
        'The buyer. Null if the customer is not stored, or if the token has neither `customers:read` nor `transactions:read`.',
    }),
    calculatedAt: t.expose('calculatedAt', { type: 'DateTime', description: 'Time of the calculation.' }),
  }),
});

export const QuoteCustomerInputRef = builder.inputType('QuoteCustomerInput', {
  isOneOf: true,
  description: 'The customer of a quote: stored or hypothetical.',
  fields: (t) => ({
    key: t.field({ type: RecordKeyRef, description: 'Source and external id of a stored customer.' }),
    described: t.field({
      type: inputOf(describedCustomerFields),
      description: 'A hypothetical customer, which is not stored.',
    }),
  }),
});

export const QuoteInputRef = inputOf(quoteFields, { types: { customer: QuoteCustomerInputRef } });

/**
 * The cost was measured on a short quote. Items are charged once their number is known, because a cart with one item
 * must not cost as much as a cart with 1,000 items.
 */
export const workOfQuote = 700;
export const costOfQuotedItem = 25;

builder.queryField('calculateTax', (t) =>
  t.field({
    type: QuoteRef,
    extensions: { ...needsScopes('tax:read'), work: workOfQuote },
    errors: errorsOf(...transactionProblems.calculate),
    description:
      'Calculates the tax on a document, such as a cart, and stores nothing. Items and a shipping address are enough. A refund of a stored invoice also requires `transactions:read`.',
    args: {
      input: t.arg({
        ...checked(QuoteInputRef, (inputs) => inputs.quoteOfOneCustomer),
        required: true,
        description: 'The document to calculate.',
      }),
    },
    resolve: async (_root, { input }, ctx) => {
      charge(ctx, costOfQuotedItem * (input.parsed.items?.length ?? 0));
      return shownQuote(await inTurn(ctx, () => calculateTransaction(ctx, input.parsed)), ctx);
    },
  }),
);

/** The quote in its GraphQL form. Caches its snapshot for fields derived from it. */
export function shownQuote({ transaction, snapshot, customer }: CalculatedQuote, ctx: GraphqlContext) {
  loadersOf(ctx).snapshotById.prime(transaction.serviceId, snapshot);
  return { ...transaction, customer };
}
