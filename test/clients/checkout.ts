import type { GraphQLClient } from 'graphql-request';
import { convertOperation, quoteOperation, storeOperation } from './checkout-operations.ts';
import { assertNever } from './never.ts';
import type { ResultOf, VariablesOf } from './tada.ts';

type DocumentInput = VariablesOf<typeof storeOperation>['input'];
type Stored = ResultOf<typeof storeOperation>['upsertTransaction'];

/** What a shop knows of a purchase; the amounts are text, as everywhere. */
export type Purchase = Pick<DocumentInput, 'customerId' | 'items' | 'shippingFee' | 'shippingAddress'>;

/** What the page shows: a price, faults at its fields, or a sentence. */
export type Shown =
  | { readonly kind: 'priced'; readonly taxAmount: string; readonly totalAmount: string }
  | { readonly kind: 'fields'; readonly faults: readonly { readonly field: string; readonly text: string }[] }
  | { readonly kind: 'sentence'; readonly text: string };

/** A shop's checkout, from the first look at the basket to a refund of a part. */
export function createCheckout(client: GraphQLClient, source: string) {
  const on = (day: string) => ({ createdDate: day, updatedDate: day });
  const store = async (input: DocumentInput): Promise<Shown> =>
    shownOf((await client.request(storeOperation, { input })).upsertTransaction);
  return {
    /** Asked again whenever the basket changes; nothing is stored. */
    async quote(purchase: Purchase, day: string): Promise<Shown> {
      const { calculateTax: answer } = await client.request(quoteOperation, {
        input: { ...purchase, externalTimestamps: on(day) },
      });
      switch (answer.__typename) {
        case 'Quote':
          return priced(answer);
        case 'InvalidInput':
          return faulty(answer);
        case 'NotFound':
        case 'Conflict':
        case 'OverRefund':
        case 'InsufficientCoverage':
          return sentence(answer);
        default:
          return assertNever(answer);
      }
    },

    order: (purchase: Purchase, externalId: string, day: string) =>
      store({
        ...purchase,
        source,
        externalId,
        transactionType: 'SALES_ORDER',
        transactionStatus: 'ACTIVE',
        externalTimestamps: on(day),
      }),

    async invoice(orderId: string, externalId: string, day: string): Promise<Shown> {
      const { convertTransaction: answer } = await client.request(convertOperation, {
        input: {
          from: { key: { source, externalId: orderId } },
          to: { externalId, transactionType: 'INVOICE', transactionStatus: 'PAID', externalTimestamps: on(day) },
        },
      });
      switch (answer.__typename) {
        case 'Transaction':
          return priced(answer);
        case 'InvalidInput':
          return faulty(answer);
        case 'NotFound':
        case 'InsufficientCoverage':
        case 'Conflict':
        case 'TransactionFiled':
          return sentence(answer);
        default:
          return assertNever(answer);
      }
    },

    refund: (invoiceId: string, externalId: string, purchase: Purchase, day: string) =>
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

function shownOf(answer: Stored): Shown {
  switch (answer.__typename) {
    case 'Transaction':
      return priced(answer);
    case 'InvalidInput':
      return faulty(answer);
    case 'NotFound':
    case 'Conflict':
    case 'TransactionFiled':
    case 'OverRefund':
    case 'InsufficientCoverage':
      return sentence(answer);
    default:
      return assertNever(answer);
  }
}

type Priced = { readonly salesTax: { readonly amount: string }; readonly finalTransactionAmount: string };
type Faulty = { readonly issues: readonly { readonly path: readonly string[]; readonly message: string }[] };

function priced({ salesTax, finalTransactionAmount }: Priced): Shown {
  return { kind: 'priced', taxAmount: salesTax.amount, totalAmount: finalTransactionAmount };
}

function faulty({ issues }: Faulty): Shown {
  return { kind: 'fields', faults: issues.map(({ path, message }) => ({ field: path.join('.'), text: message })) };
}

function sentence({ message }: { readonly message: string }): Shown {
  return { kind: 'sentence', text: message };
}
