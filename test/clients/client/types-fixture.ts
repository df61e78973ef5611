import type { CustomerInput, DocumentInput, QuoteInput, StoredDocument } from '@tollgate/client';
import { graphql, type ResultOf, type VariablesOf } from '../tada.ts';

/* The client's types are written manually. Each input must be accepted by the schema, and each result must match it. */

const quote = graphql(`query Q($input: QuoteInput!) { calculateTax(input: $input) { __typename } }`);
const customer = graphql(`mutation C($input: CustomerInput!) { upsertCustomer(input: $input) { __typename } }`);
const document = graphql(`
  mutation D($input: TransactionInput!) {
    upsertTransaction(input: $input) {
      ... on Transaction {
        serviceId source externalId version transactionType transactionStatus createdFrom currency salesTax { amount rate } finalTransactionAmount
        items {
          name taxCode calculatedTotal taxAmount taxRate reason
          taxLines { taxAmount taxableAmount appliedRate reason jurisdiction { jurisdictionId name level } }
        }
        shippingFee {
          calculatedTotal taxAmount taxRate reason
          taxLines { taxAmount taxableAmount appliedRate reason jurisdiction { jurisdictionId name level } }
        }
      }
    }
  }
`);

/** Readonly lists are also lists. */
type Writable<T> = T extends object ? { -readonly [Key in keyof T]: Writable<T[Key]> } : T;
type Stored = Extract<ResultOf<typeof document>['upsertTransaction'], { externalId: string }>;

export const asQuote = (input: Writable<QuoteInput>): VariablesOf<typeof quote>['input'] => input;
export const asDocument = (input: Writable<DocumentInput>): VariablesOf<typeof document>['input'] => input;
export const asCustomer = (
  input: Writable<Omit<CustomerInput, 'customerType'>>,
): VariablesOf<typeof customer>['input'] => input;
export const asStored = (stored: Stored): StoredDocument => stored;
