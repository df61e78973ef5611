import {
  commitMutation,
  type Environment,
  fetchQuery,
  type GraphQLTaggedNode,
  type MutationParameters,
} from 'relay-runtime';
import type { Checkout, Shown } from '../../checkout.ts';
import convertOperation, { type operationsConvertMutation } from './__generated__/operationsConvertMutation.graphql.ts';
import quoteOperation, { type operationsQuoteQuery } from './__generated__/operationsQuoteQuery.graphql.ts';
import storeOperation, { type operationsStoreMutation } from './__generated__/operationsStoreMutation.graphql.ts';

type DocumentInput = operationsStoreMutation['variables']['input'];

/** The checkout with Relay: what it shows, from the types that the compiler wrote. */
export function createRelayCheckout(environment: Environment, source: string): Checkout {
  const on = (day: string) => ({ createdDate: day, updatedDate: day });
  const store = async (input: DocumentInput) =>
    shownOf((await mutate<operationsStoreMutation>(environment, storeOperation, { input })).upsertTransaction);
  return {
    async quote(purchase, day) {
      const input = { ...purchase, externalTimestamps: on(day) };
      const answer = await fetchQuery<operationsQuoteQuery>(environment, quoteOperation, { input }).toPromise();
      if (!answer) throw new Error('No answer.');
      return shownOf(answer.calculateTax);
    },

    order: (purchase, externalId, day) =>
      store({
        ...purchase,
        source,
        externalId,
        transactionType: 'SALES_ORDER',
        transactionStatus: 'ACTIVE',
        externalTimestamps: on(day),
      }),

    async invoice(orderId, externalId, day) {
      const to = {
        externalId,
        transactionType: 'INVOICE',
        transactionStatus: 'PAID',
        externalTimestamps: on(day),
      } as const;
      const input = { from: { key: { source, externalId: orderId } }, to };
      const answer = await mutate<operationsConvertMutation>(environment, convertOperation, { input });
      return shownOf(answer.convertTransaction);
    },

    refund: (invoiceId, externalId, purchase, day) =>
      store({
        ...purchase,
        source,
        externalId,
        createdFrom: invoiceId,
        transactionType: 'REFUND',
        transactionStatus: 'ACTIVE',
        externalTimestamps: on(day),
      }),
  };
}

function mutate<Mutation extends MutationParameters>(
  environment: Environment,
  mutation: GraphQLTaggedNode,
  variables: Mutation['variables'],
): Promise<Mutation['response']> {
  return new Promise((onCompleted, onError) => {
    commitMutation<Mutation>(environment, { mutation, variables, onCompleted, onError });
  });
}

type Answer =
  | operationsQuoteQuery['response']['calculateTax']
  | operationsStoreMutation['response']['upsertTransaction']
  | operationsConvertMutation['response']['convertTransaction'];

function shownOf(answer: Answer): Shown {
  switch (answer.__typename) {
    case 'Quote':
    case 'Transaction':
      return {
        kind: 'priced',
        taxAmount: answer.salesTax.amount,
        totalAmount: answer.finalTransactionAmount,
      };
    case 'InvalidInput':
      return {
        kind: 'fields',
        faults: answer.issues.map(({ path, message }) => ({ field: path.join('.'), text: message })),
      };
    case '%other': // an error that a later release added
      return { kind: 'sentence', text: 'Something went wrong.' };
    default:
      return { kind: 'sentence', text: answer.message };
  }
}
