import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { convertOperation, quoteOperation, storeOperation } from './checkout-operations.ts';
import { assertNever } from './never.ts';
import type { ResultOf, VariablesOf } from './tada.ts';

type DocumentInput = VariablesOf<typeof storeOperation>['input'];
type Stored = ResultOf<typeof storeOperation>['upsertTransaction'];

/** A purchase, as known to a shop; amounts are text, as everywhere. */
export type Purchase = Pick<DocumentInput, 'customerId' | 'items' | 'shippingFee' | 'shippingAddress'>;

/** The content of the page: a price, errors on its fields, or a sentence. */
export type Shown =
  | { readonly kind: 'priced'; readonly taxAmount: string; readonly totalAmount: string }
  | { readonly kind: 'fields'; readonly faults: readonly { readonly field: string; readonly text: string }[] }
  | { readonly kind: 'sentence'; readonly text: string };

/** Sends an operation with one of the clients. */
export type Send = <Result, Variables extends Record<string, unknown>>(
  operation: TypedDocumentNode<Result, Variables>,
  variables: Variables,
) => Promise<Result>;

/** A shop's checkout, from the first view of the basket to a partial refund. */
export type Checkout = {
  /** Called whenever the basket changes; stores nothing. */
  quote(purchase: Purchase, day: string): Promise<Shown>;
  order(purchase: Purchase, externalId: string, day: string): Promise<Shown>;
  invoice(orderId: string, externalId: string, day: string): Promise<Shown>;
  refund(invoiceId: string, externalId: string, purchase: Purchase, day: string): Promise<Shown>;
};

export function createCheckout(send: Send, source: string): Checkout {
  const on = (day: string) => ({ createdDate: day, updatedDate: day });
  const store = async (input: DocumentInput): Promise<Shown> =>
    shownOf((await send(storeOperation, { input })).upsertTransaction);
  return {
    async quote(purchase, day) {
      const { calculateTax: answer } = await send(quoteOperation, {
        input: { ...purchase, externalTimestamps: on(day) },
      });
      if (!answer) throw new Error('The quote was refused.');
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
      const { convertTransaction: answer } = await send(convertOperation, {
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
        case 'VersionMismatch':
        case 'PeriodClosed':
        case 'TransactionFiled':
          return sentence(answer);
        default:
          return assertNever(answer);
      }
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

function shownOf(answer: Stored): Shown {
  switch (answer.__typename) {
    case 'Transaction':
      return priced(answer);
    case 'InvalidInput':
      return faulty(answer);
    case 'NotFound':
    case 'Conflict':
    case 'VersionMismatch':
    case 'PeriodClosed':
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
